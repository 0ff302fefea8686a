package dev.alluvium.cli.processes;

import java.util.Optional;

/**
 * One process of a cluster.
 *
 * @param number from 1 where there may be several of its role, else 0
 */
record Member(Role role, int number) implements Comparable<Member> {

    static Member of(Role role) {
        return new Member(role, 0);
    }

    String name() {
        return role.isNumbered() ? role.label() + "-" + number : role.label();
    }

    /** The member of a name; empty if it is nobody's. */
    static Optional<Member> named(String name) {
        for (Role role : Role.values()) {
            String number = name.substring(Math.min(name.length(), role.label().length() + 1));
            if (!role.isNumbered() && name.equals(role.label())) {
                return Optional.of(of(role));
            }
            if (role.isNumbered()
                    && name.startsWith(role.label() + "-")
                    && number.matches("[1-9]\\d{0,3}")) {
                return Optional.of(new Member(role, Integer.parseInt(number)));
            }
        }
        return Optional.empty();
    }

    @Override
    public int compareTo(Member other) {
        int byRole = role.compareTo(other.role);
        return byRole != 0 ? byRole : Integer.compare(number, other.number);
    }
}
