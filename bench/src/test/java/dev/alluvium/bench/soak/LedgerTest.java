package dev.alluvium.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.bench.soak.Item.Sort;
import dev.alluvium.state.Position;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LedgerTest {

    private final Ledger ledger = new Ledger("user", 2);

    @Test
    void whatWasDeletedMayBeSeenByThoseWhoAskedBefore() {
        List<Item> items = written(1);
        long before = ledger.clock();
        ledger.deleted(List.of(ledger.take(Sort.RECORD)));
        assertThat(ledger.wrongToSee(items.get(0).id, before)).isNull();
        assertThat(ledger.wrongToSee(items.get(0).id, ledger.clock())).contains("deleted");
        assertThat(ledger.wrongToSee("another", before)).contains("never written");
        assertThat(ledger.anyGone(new Random(1))).isEqualTo(items.get(0).id);
    }

    @Test
    void whatIsBeyondWhatIsKeptIsTakenOldestFirstAndByOneOnly() {
        List<Item> items = written(4);
        assertThat(ledger.takeSurplus(Sort.RECORD))
                .containsExactly(items.get(0), items.get(1))
                .allMatch(item -> item.fate == Item.Fate.UNSURE);
        assertThat(ledger.takeSurplus(Sort.RECORD)).isEmpty();
        assertThat(ledger.take(Sort.RECORD)).isSameAs(items.get(2));
        assertThat(ledger.takeAll()).containsExactly(items.get(3));
        assertThat(ledger.take(Sort.RECORD)).isNull();
    }

    @Test
    void aReadMustSeeTheLaterOfWhatWasWrittenAndSeen() {
        ledger.acknowledged(new Position(1, 5));
        assertThat(ledger.seen()).isEqualTo(new Position(1, 5));
        ledger.seen(new Position(1, 9));
        ledger.seen(new Position(1, 7));
        assertThat(ledger.seen()).isEqualTo(new Position(1, 9));
        assertThat(ledger.acknowledged()).isEqualTo(new Position(1, 5));
    }

    private List<Item> written(int count) {
        List<Item> items =
                ledger.begin(
                        java.util.stream.IntStream.range(0, count)
                                .mapToObj(i -> new Item("record-" + i, Sort.RECORD, "text"))
                                .toList());
        ledger.wrote(items);
        return items;
    }
}
