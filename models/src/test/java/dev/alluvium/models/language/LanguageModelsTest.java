package dev.alluvium.models.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LanguageModelsTest {

    @ParameterizedTest
    @CsvSource({
        "gpt-4o, openai/gpt-4o",
        "openai/gpt-4o-mini, openai/gpt-4o-mini",
        "anthropic/claude-3-haiku-20240307, anthropic/claude-3-haiku-20240307",
        "ollama/llama3.2, ollama/llama3.2",
        "gemini/gemini-2.0-flash, gemini/gemini-2.0-flash",
    })
    void aNameSaysTheProvider(String given, String name) {
        assertThat(LanguageModels.open(LanguageModelSettings.of(given)).name()).isEqualTo(name);
    }

    @Test
    void anUnknownProviderIsRefusedWithTheKnownOnes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LanguageModels.open(LanguageModelSettings.of("mistral/large")))
                .withMessage(
                        "language model \"mistral/large\" has no known provider; known are: openai/…, anthropic/…, ollama/…, gemini/…, custom/…, or a bare name for OpenAI's");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LanguageModels.open(LanguageModelSettings.of("ollama/")))
                .withMessageContaining("names a provider but no model");
    }

    @Test
    void aCustomModelNeedsAUrl() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LanguageModels.open(LanguageModelSettings.of("custom/mine")))
                .withMessageContaining("has no base URL");
    }

    @ParameterizedTest
    @CsvSource({
        "gpt-4o, OPENAI_API_KEY in",
        "anthropic/claude-3-haiku-20240307, ANTHROPIC_API_KEY in",
        "gemini/gemini-2.0-flash, GOOGLE_API_KEY or GEMINI_API_KEY in",
    })
    void aMissingKeyIsSaidByTheFirstAnswerAndNotBefore(String name, String variables) {
        try (LanguageModel model =
                LanguageModels.open(LanguageModelSettings.of(name), variable -> null)) {
            assertThatThrownBy(() -> model.answer(Prompts.weigh(Duration.ofSeconds(1))))
                    .isInstanceOf(LanguageModelException.class)
                    .hasMessageContaining("has no key: set " + variables);
        }
    }

    @Test
    void settingsDoNotSayTheirKey() {
        LanguageModelSettings settings =
                new LanguageModelSettings(
                        "gpt-4o", null, "sk-secret", 0.0, Duration.ofSeconds(1), 0);
        assertThat(settings.toString()).contains("gpt-4o").doesNotContain("sk-secret");
    }

    @Test
    void settingsRefuseWhatCannotBe() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LanguageModelSettings.of(" "))
                .withMessageContaining("has no name");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () ->
                                new LanguageModelSettings(
                                        "gpt-4o", null, null, 3.0, Duration.ofSeconds(1), 0))
                .withMessage("temperature 3.0 is not in [0, 2]");
    }
}
