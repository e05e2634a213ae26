"""What the API takes and gives, as typed dictionaries. Responses may have more fields than their types name."""

from __future__ import annotations

from typing import Union

from .generated.models import *  # noqa: F403
from .generated.models import AutomaticRenewalEvent, ClaimEvent, ContractEvent


class LoggedContractEvent(ContractEvent):
    id: str
    subject: str
    created_date: str


class LoggedAutomaticRenewalEvent(AutomaticRenewalEvent):
    id: str
    subject: str
    created_date: str


class LoggedClaimEvent(ClaimEvent):
    id: str
    subject: str
    created_date: str


LoggedEvent = Union[LoggedContractEvent, LoggedAutomaticRenewalEvent, LoggedClaimEvent]
"""An event of the log, told apart by `event_type`. Kinds that are newer than this package arrive as well."""
