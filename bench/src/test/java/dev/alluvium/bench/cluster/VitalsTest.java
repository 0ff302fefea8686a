package dev.alluvium.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class VitalsTest {

    @Test
    void ofThisProcess() throws Exception {
        Vitals before = Vitals.of(ProcessHandle.current().pid());
        assertThat(before.residentKib()).isGreaterThan(before.anonymousKib()).isGreaterThan(10_000);
        assertThat(before.threads()).isGreaterThan(1);
        assertThat(before.openFiles()).isPositive();
        assertThat(before.coreMillis()).isPositive();
    }

    @Test
    void ofThisProcessWithoutItsHeap() throws Exception {
        long pid = ProcessHandle.current().pid();
        long all = new AddressRange(0, 0).anonymousKibOutside(pid);
        assertThat(all).isGreaterThan(10_000);
        assertThat(new AddressRange(0, -1).anonymousKibOutside(pid)).isLessThan(all / 100);
    }
}
