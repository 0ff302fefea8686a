/**
 * The algebra of facts on two time axes, without knowing what a fact says.
 *
 * <p><b>Axes.</b> <i>Valid time</i> says when something is true in the world, <i>known time</i>
 * when the memory believed it; both are half-open intervals {@code [from, to)} whose open end means
 * still. A {@link dev.alluvium.state.bitemporal.Version} is a rectangle on both. A {@link
 * dev.alluvium.state.bitemporal.History} is the rectangles of one fact: none is ever changed but by
 * closing its known interval, so that what was answered for a known time stays.
 *
 * <p><b>Statements.</b> What is believed now follows from the {@link
 * dev.alluvium.state.bitemporal.Statement}s that stand, not from the order in which they came:
 *
 * <ul>
 *   <li>A fact holds at the union of the intervals of its statements.
 *   <li>An {@link dev.alluvium.state.bitemporal.End} at {@code t} ("stopped being true at t") cuts
 *       every statement of the fact that begins before {@code t}, those that come later included.
 *       What begins at {@code t} or after in the interval that was cut, and was known by then, is
 *       cut off as well. Said again from {@code t} on, the fact holds again.
 *   <li>On a single-valued {@link dev.alluvium.state.bitemporal.Timeline} a statement also ends
 *       where the next statement of another value begins; it does not come back where that one has
 *       ended. Of two that begin together the later known wins; of two known together, the one
 *       whose value is greater, so that no order of arrival matters. A slot declared single-valued
 *       once stays so, with all its values, whether or not each statement says so.
 *   <li>A statement without a start begins when it is known: it says how things are now, after all
 *       that was said before. Where the fact holds already, it only adds its source: whoever
 *       repeats a fact does not say when it began.
 *   <li>A statement equal to a known one, in what it says, its start and its end, is a repeat. It
 *       stays without effect if the fact ended or was corrected since; after a retraction or
 *       correction it is news from another source.
 * </ul>
 *
 * <p><b>Verbs.</b>
 *
 * <ul>
 *   <li><i>assert</i> adds a statement.
 *   <li><i>invalidate</i> adds an end, and moves valid time only. An end of what does not hold at
 *       that time is kept: it counts once what hid the fact is gone.
 *   <li><i>correct</i> withdraws the statements by which the fact holds in the interval that is
 *       meant, and puts one in their place that was always right; a corrected end is an end as
 *       well. What it says is corrected throughout. Two facts never say the same: such a correction
 *       is refused.
 *   <li><i>retract</i> withdraws all statements, and moves known time only.
 *   <li><i>supersede</i> is invalidate with a link to what follows. Its end goes with what follows,
 *       if that is retracted or deleted: it ended for nothing else. On one timeline it tells no end
 *       where what follows begins, since that one ends it there anyway, also where it is moved to.
 * </ul>
 *
 * <p>Each ends in a new belief, which {@link dev.alluvium.state.bitemporal.History#believing} lays
 * over the old one. What is deleted leaves no statement, so what it had ended holds again.
 */
package dev.alluvium.state.bitemporal;
