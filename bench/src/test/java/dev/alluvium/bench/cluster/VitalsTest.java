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
}
