package dev.alluvium.operators.decide;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.models.language.LanguageModel;
import dev.alluvium.models.language.Prompt;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** Answers as a test says and remembers what it was asked. */
final class ScriptedModel implements LanguageModel {

    /** Settings travel as bytes: the job finds its model here. */
    private static final Map<String, ScriptedModel> ALL = new ConcurrentHashMap<>();

    private final String id = UUID.randomUUID().toString();
    private final Function<Prompt, ObjectNode> script;
    private final List<Prompt> asked = new CopyOnWriteArrayList<>();

    ScriptedModel(Function<Prompt, ObjectNode> script) {
        this.script = script;
        ALL.put(id, this);
    }

    DecideSettings.ModelSource source() {
        String own = id;
        return () -> ALL.get(own);
    }

    List<Prompt> asked() {
        return asked;
    }

    @Override
    public String name() {
        return "scripted";
    }

    @Override
    public ObjectNode answer(Prompt prompt) {
        asked.add(prompt);
        return script.apply(prompt);
    }

    @Override
    public void close() {
        ALL.remove(id);
    }
}
