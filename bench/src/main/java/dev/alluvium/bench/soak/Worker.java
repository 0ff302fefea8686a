package dev.alluvium.bench.soak;

import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/** Takes steps at a steady pace, whatever the ones before took. */
final class Worker {

    private final List<Ledger> ledgers;
    private final Random random;
    private final Writes writes;
    private final Reads reads;
    private final AtomicLong brief;
    private final long paceNanos;
    private final AtomicLong late;

    /**
     * @param paceNanos from one step to the next
     * @param numbers of all items, over all workers
     * @param brief counts memories that live for a moment
     * @param late counts steps that were left out because the ones before took too long
     */
    Worker(
            List<Ledger> ledgers,
            Requests requests,
            long paceNanos,
            AtomicLong numbers,
            AtomicLong brief,
            AtomicLong late,
            long seed) {
        this.ledgers = ledgers;
        this.paceNanos = paceNanos;
        this.brief = brief;
        this.late = late;
        random = new Random(seed);
        Drafts drafts = new Drafts(numbers, seed);
        writes = new Writes(requests, drafts, random);
        reads = new Reads(requests, drafts, random);
    }

    /** Fills every so-and-so-many-th memory. */
    void fill(int first, int step) throws InterruptedException {
        for (int i = first; i < ledgers.size(); i += step) {
            writes.fill(ledgers.get(i));
        }
    }

    void run(long untilNanos) throws InterruptedException {
        long next = System.nanoTime() + (long) (random.nextDouble() * paceNanos);
        while (next < untilNanos) {
            long ahead = next - System.nanoTime();
            if (ahead > 0) {
                Thread.sleep(ahead / 1_000_000, (int) (ahead % 1_000_000));
            }
            step();
            next += paceNanos;
            // What was missed is not made up for at once, or a pause would be followed by a flood.
            long behind = System.nanoTime() - next;
            if (behind > paceNanos) {
                late.addAndGet(behind / paceNanos);
                next += behind / paceNanos * paceNanos;
            }
        }
    }

    private void step() throws InterruptedException {
        Ledger ledger =
                ledgers.get(
                        random.nextBoolean()
                                ? random.nextInt(SoakPlan.HOT)
                                : SoakPlan.HOT + random.nextInt(ledgers.size() - SoakPlan.HOT));
        Kind kind = Kind.any(random);
        switch (kind) {
            case REMEMBER_VECTOR, REMEMBER_TEXT -> writes.remember(kind, ledger);
            case LOG_TURNS -> writes.logTurns(ledger);
            case OBSERVE -> writes.observe(ledger);
            case RELATE -> writes.relate(ledger);
            case UPDATE -> writes.update(ledger);
            case FORGET -> writes.forget(ledger);
            case REMEMBER_ONCE -> writes.rememberOnce(ledger);
            case ERASE -> writes.erase(new Ledger("brief-" + brief.incrementAndGet(), 10));
            case RECALL_WORDS, RECALL_VECTOR, RECALL_TEXT -> reads.recall(kind, ledger);
            case LIST -> reads.list(ledger);
            case AS_OF -> reads.asOf(ledger);
            case SEARCH_GRAPH -> reads.searchGraph(ledger);
            case PROFILE -> reads.profile(ledger);
            case LIST_TURNS -> reads.listTurns(ledger);
            case READ_FORGOTTEN, READ_OWN -> {
                String gone = ledger.anyGone(random);
                if (gone != null) {
                    writes.readGone(kind, random.nextInt(2), ledger, gone);
                }
            }
        }
    }
}
