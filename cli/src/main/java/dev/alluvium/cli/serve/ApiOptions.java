package dev.alluvium.cli.serve;

import dev.alluvium.job.option.AlluviumOptions;
import dev.alluvium.job.option.Settings;
import dev.alluvium.query.ApiSettings;
import dev.alluvium.query.deep.DeepSettings;
import java.time.Duration;

/** What the options say of the HTTP API. */
final class ApiOptions {

    private ApiOptions() {}

    static ApiSettings of(Settings settings) {
        Duration accessFlush =
                settings.get(AlluviumOptions.TOUCH_ON_RECALL)
                        ? ApiSettings.DEFAULTS.accessFlush()
                        : Duration.ZERO;
        return ApiSettings.DEFAULTS
                .withAccessFlush(accessFlush)
                .withHost(settings.get(AlluviumOptions.HOST))
                .withPort(settings.get(AlluviumOptions.PORT))
                .withDefaults(settings.memoryOptions())
                .withTimeout(settings.get(AlluviumOptions.READ_TIMEOUT))
                .withEmbedded(settings.embedded())
                .withInferring(settings.languageModel() != null)
                .withDeep(
                        new DeepSettings(
                                settings.get(AlluviumOptions.RECALL_MODEL_TIMEOUT),
                                settings.get(AlluviumOptions.RECALL_MODEL_CONCURRENCY)));
    }
}
