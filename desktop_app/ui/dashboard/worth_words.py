"""What the card “Is it worth it?” says, case by case."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from desktop_app.decoding.worth import ENOUGH_ROUNDS, Case, Reason, Remedy, Worth

# lupdate knows the function by this name
translate = QCoreApplication.translate


def sentence(worth: Worth) -> str:
    """One sentence, or two where another k should do better."""
    text = _verdict(worth)
    if worth.remedy is Remedy.SET_K and worth.best is not None:
        more = translate("Worth", "With k {k} it should be {speedup:.2f} times as fast as plain (predicted).")
        return f"{text} {more.format(k=worth.best[0], speedup=worth.best[1])}"
    return text


def _verdict(worth: Worth) -> str:
    measured = worth.measured
    match worth.case:
        case Case.NOTHING:
            return translate("Worth", "Nothing was speculated here yet: ask something.")
        case Case.PLAIN:
            return translate("Worth", "This reply was decoded plainly, so there is nothing to compare.")
        case Case.NO_BASELINE:
            return translate(
                "Worth", "How fast plain decoding is here is not known, so nothing can be compared."
            )
        case Case.TOO_FEW:
            rounds = worth.costs.rounds if worth.costs else 0
            text = translate("Worth", "Too few rounds to tell: {rounds} of about {enough}.")
            return text.format(rounds=rounds, enough=ENOUGH_ROUNDS)
        case Case.GAINS if measured is not None:
            return translate("Worth", "Speculation gains {percent:.0f} % here.").format(
                percent=100 * (measured.value - 1)
            )
        case Case.LOSES if measured is not None:
            text = translate("Worth", "Speculation loses {percent:.0f} % here: {reason}.")
            return text.format(percent=100 * (1 - measured.value), reason=_reason(worth.reason))
        case Case.EVEN | Case.UNCLEAR if measured is not None:
            if worth.case is Case.EVEN:
                text = translate("Worth", "Speculation makes no difference here: {low} to {high}.")
            else:
                text = translate("Worth", "Not clear yet: {low} to {high}. More rounds will tell.")
            return text.format(low=_span(measured.low), high=_span(measured.high))
    return _predicted(worth)


def _predicted(worth: Worth) -> str:
    now = worth.now if worth.now is not None else 1.0
    if worth.case is Case.SHOULD_GAIN:
        text = translate("Worth", "Speculation should gain about {percent:.0f} % here (predicted).")
        return text.format(percent=100 * (now - 1))
    if worth.case is Case.SHOULD_LOSE:
        text = translate("Worth", "Speculation should lose about {percent:.0f} % here (predicted): {reason}.")
        return text.format(percent=100 * (1 - now), reason=_reason(worth.reason))
    return translate("Worth", "Speculation should make no difference here (predicted).")


def _reason(reason: Reason | None) -> str:
    if reason is Reason.DRAFT:
        return translate("Worth", "the draft is too slow for this model")
    if reason is Reason.VERIFY:
        return translate("Worth", "checking several tokens at once takes too long on this machine")
    return translate("Worth", "too few of the guesses are right")


def _span(speedup: float) -> str:
    percent = round(100 * (speedup - 1))
    if percent == 0:
        return translate("Worth", "as fast")
    if percent < 0:
        return translate("Worth", "{percent} % slower").format(percent=-percent)
    return translate("Worth", "{percent} % faster").format(percent=percent)


def button(worth: Worth) -> str:
    """ "" where there is nothing sensible to do."""
    match worth.remedy:
        case Remedy.TURN_OFF:
            return translate("Worth", "Turn Off")
        case Remedy.TURN_ON:
            return translate("Worth", "Turn On")
        case Remedy.LOOKUP:
            return translate("Worth", "Try Prompt Lookup")
        case Remedy.SET_K if worth.best is not None:
            return translate("Worth", "Set k to {k}").format(k=worth.best[0])
        case Remedy.MEASURE:
            return translate("Worth", "Measure Plain Speed")
        case Remedy.CONTROL_ROUNDS:
            return translate("Worth", "Turn On Control Rounds")
    return ""


def from_next(worth: Worth) -> str:
    """What is said in place of the button once it was pressed."""
    match worth.remedy:
        case Remedy.TURN_OFF:
            return translate("Worth", "Plain from the next reply.")
        case Remedy.TURN_ON:
            return translate("Worth", "Speculative from the next reply.")
        case Remedy.LOOKUP:
            return translate("Worth", "Prompt lookup from the next reply.")
        case Remedy.SET_K if worth.best is not None:
            return translate("Worth", "k {k} from the next reply.").format(k=worth.best[0])
        case Remedy.CONTROL_ROUNDS:
            return translate("Worth", "Control rounds from the next reply.")
    return ""
