package dev.alluvium.cli.serve;

import dev.alluvium.job.option.AlluviumOptions;
import dev.alluvium.job.option.Settings;
import dev.alluvium.models.language.LanguageModel;
import dev.alluvium.models.language.LanguageModelSettings;
import dev.alluvium.models.language.LanguageModels;
import dev.alluvium.query.ApiSettings;
import dev.alluvium.query.deep.DeepSettings;
import java.time.Duration;

/** What the options say of the HTTP API. */
final class ApiOptions {

    private ApiOptions() {}

    /** The language model of deep recalls, kept among {@code parts}; null for none. */
    static LanguageModel languageModel(Settings settings, Parts parts) {
        LanguageModelSettings model = settings.languageModel();
        return model == null ? null : parts.keep(LanguageModels.open(model));
    }

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
