package dev.alluvium.models.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RetriesTest {

    @Test
    void pausesDoubleToTheLongestWithinHalfAndAll() {
        Retries retries = new Retries(9, Duration.ofMillis(100), Duration.ofMillis(350));
        long[] due = {100, 200, 350, 350, 350};
        for (int failures = 0; failures < due.length; failures++) {
            for (int i = 0; i < 100; i++) {
                assertThat(retries.pause(failures))
                        .isBetween(
                                Duration.ofMillis(due[failures] / 2),
                                Duration.ofMillis(due[failures]));
            }
        }
        assertThat(retries.pause(1_000)).isLessThanOrEqualTo(Duration.ofMillis(350));
    }

    @Test
    void noneIsAllowedAndLessIsNot() {
        assertThat(Retries.of(0).most()).isZero();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Retries.of(-1))
                .withMessage("retries -1 is below 0, which is none");
    }
}
