import os
from datetime import datetime, timedelta, timezone

from covergate import Covergate

covergate = Covergate()  # with the key of COVERGATE_API_KEY
contract = covergate.contracts.create({
    "uid": os.environ["RENTER"],
    "contract_type": "LCD",
    "end_date": (datetime.now(timezone.utc) + timedelta(days=3)).isoformat(),
    "options": ["break", "theft"],
    "products": [{
        "product_type": "bike",
        "product_subtype": "electric",
        "value_excl": 2400,
        "brand": "Moustache",
        "model": "Lundi 27",
        "data": {"product_marked": "BC-12345", "user_name": "Ada Martin"},
    }],
})
print(contract["cid"], contract["price"])
