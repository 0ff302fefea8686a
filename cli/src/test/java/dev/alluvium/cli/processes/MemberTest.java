package dev.alluvium.cli.processes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemberTest {

    @Test
    void aNameTellsItsMember() {
        List<Member> members =
                List.of(
                        Member.of(Role.BROKER),
                        Member.of(Role.JOBMANAGER),
                        new Member(Role.TASKMANAGER, 12),
                        new Member(Role.QUERY_API, 1));
        assertThat(members.stream().map(Member::name))
                .containsExactly("broker", "jobmanager", "taskmanager-12", "query-api-1");
        assertThat(members.stream().map(member -> Member.named(member.name()).orElseThrow()))
                .isEqualTo(members);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "broker-1",
                "taskmanager",
                "taskmanager-0",
                "taskmanager-x",
                "query-api-",
                "lock"
            })
    void otherNamesAreNobodys(String name) {
        assertThat(Member.named(name)).isEmpty();
    }

    @Test
    void membersAreInTheOrderInWhichTheyStart() {
        assertThat(
                        Stream.of("query-api-1", "taskmanager-10", "broker", "taskmanager-9")
                                .map(name -> Member.named(name).orElseThrow())
                                .sorted()
                                .map(Member::name))
                .containsExactly("broker", "taskmanager-9", "taskmanager-10", "query-api-1");
    }
}
