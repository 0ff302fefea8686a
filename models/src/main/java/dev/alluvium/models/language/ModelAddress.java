package dev.alluvium.models.language;

import dev.alluvium.models.provider.BaseUrl;

/**
 * Which model of which provider, and where.
 *
 * @param name the option value, with the provider before it
 * @param model as the provider knows it
 */
record ModelAddress(LanguageProvider provider, String name, String model, String url) {

    static ModelAddress of(LanguageModelSettings settings) {
        String name = settings.name().strip();
        int slash = name.indexOf('/');
        LanguageProvider provider =
                slash < 0
                        ? LanguageProvider.OPENAI
                        : LanguageProvider.of(name.substring(0, slash), name);
        String model = name.substring(slash + 1);
        if (model.isBlank()) {
            throw new IllegalArgumentException(
                    "language model \"" + name + "\" names a provider but no model of it");
        }
        String given = settings.baseUrl();
        if (given == null && provider.url() == null) {
            throw new IllegalArgumentException(
                    "language model \""
                            + name
                            + "\" has no base URL: give what /chat/completions follows, as in http://localhost:8000/v1");
        }
        String url =
                BaseUrl.of(
                        "base URL of language model " + name,
                        given == null ? provider.url() : given);
        return new ModelAddress(provider, provider.prefix() + '/' + model, model, url);
    }
}
