"""What the API takes and gives, as typed dictionaries. Responses may have more fields than their types name."""

from .generated.models import *  # noqa: F403
