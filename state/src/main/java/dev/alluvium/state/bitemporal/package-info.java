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
 *   <li>An end at {@code t} ("stopped being true at t") cuts every statement of the fact that
 *       begins before {@code t}. Said again from {@code t} on, the fact holds again.
 *   <li>On a single-valued {@link dev.alluvium.state.bitemporal.Timeline} a statement also ends
 *       where the next statement of another value begins. Of two that begin together the later
 *       known wins; of two known together, the one whose value is greater, so that no order of
 *       arrival matters.
 * </ul>
 *
 * <p><b>Verbs.</b> <i>assert</i> adds a statement; <i>invalidate</i> adds an end, and moves valid
 * time only; <i>correct</i> replaces statements by one that was always right; <i>retract</i>
 * withdraws them all, and moves known time only; <i>supersede</i> is invalidate with a link to what
 * follows. Each ends in a new belief, which {@link dev.alluvium.state.bitemporal.History#believing}
 * lays over the old one.
 */
package dev.alluvium.state.bitemporal;
