"""The Covergate API: contracts, renewals, products, claims and webhooks."""

from . import models, webhooks
from ._async_client import AsyncCovergate
from ._calls import Response
from ._errors import CovergateError
from .generated.api import VERSION as __version__
from .generated.client import Covergate

__all__ = ["AsyncCovergate", "Covergate", "CovergateError", "Response", "__version__", "models", "webhooks"]
