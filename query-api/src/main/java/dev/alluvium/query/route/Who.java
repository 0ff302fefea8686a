package dev.alluvium.query.route;

import dev.alluvium.query.http.Call;
import dev.alluvium.query.http.Problem;
import dev.alluvium.query.http.ProblemException;
import dev.alluvium.state.record.MemoryRecord;

/** Who asks for single records, as query parameters say it, and what they may see. */
record Who(String source, boolean includePrivate) {

    static Who of(Call call) {
        return new Who(call.parameters().text("source"), call.parameters().flag("include_private"));
    }

    boolean sees(Call call, MemoryRecord record) {
        return call.view().sees(record.scope()) && record.visibleTo(source, includePrivate);
    }

    /** What is not visible does not exist: the same answer for both. */
    static ProblemException unknown(String id) {
        return Problem.notFound("there is no record \"" + id + "\" here").exception();
    }
}
