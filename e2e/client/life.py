"""Walks the whole life of what is insured, as an integrator's program with the Python client; prints the events that it received."""

import json
import os
import threading
import time
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx

from covergate import Covergate, CovergateError, webhooks
from covergate.models import Contract, CreateContractRequest

RENTER, PHOTO, SECRET = os.environ["RENTER"], os.environ["PHOTO"], os.environ["WEBHOOK_SECRET"]
received: dict[str, str] = {}
refunds: list[float] = []


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        event = webhooks.verify(body, dict(self.headers.items()), [SECRET])
        received[event["id"]] = event["event_type"]
        if event["event_type"] == "v2.claim.closed":
            refunds.append(event["data"]["settlements"][0]["amount"])
        self.send_response(200)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


def in_days(days: float) -> str:
    return (datetime.now(timezone.utc) + timedelta(days=days)).isoformat()


def products_of(contract: Contract) -> list[str]:
    return list(contract["products"])


receiver = ThreadingHTTPServer(("localhost", int(os.environ["PORT"])), Receiver)
threading.Thread(target=receiver.serve_forever, daemon=True).start()
covergate = Covergate()

# Contracts
body: CreateContractRequest = {
    "uid": RENTER,
    "contract_type": "LMD",
    "start_date": in_days(1),
    "end_date": in_days(93),
    "options": ["break", "theft"],
    "products": [
        {
            "product_type": "bike",
            "product_subtype": "electric",
            "value_excl": 2400,
            "brand": "Moustache",
            "model": "Lundi 27",
            "data": {"product_marked": "BC-12345", "user_name": "Ada Martin"},
        }
    ],
}
quote = covergate.contracts.preview(body)
assert "cid" not in quote
made = covergate.contracts.create(body)
assert made["price"] == quote["price"]
extended = covergate.contracts.add_products(
    made["cid"],
    {
        "start_date": in_days(2),
        "products": [
            {
                "product_type": "high-tech",
                "product_subtype": "phone",
                "value_excl": 640,
                "brand": "Fairphone",
                "model": "5",
                "data": {"product_marked": "356938035643809", "user_name": "Ada Martin"},
            }
        ],
    },
)
assert extended["price"] > made["price"]
added = [cpid for cpid in products_of(extended) if cpid not in made["products"]]
assert covergate.contracts.remove_products(made["cid"], {"reason": "sold", "products": added})["price"] == made["price"]
amended = covergate.contracts.update(made["cid"], {"products": {products_of(made)[0]: {"user_name": "Grace Hopper"}}})
assert amended["products"][products_of(made)[0]]["status"] == "has_been_replaced"
assert covergate.contracts.end(made["cid"])["status"] == "cancel"
assert [contract["cid"] for contract in covergate.contracts.list(uid=RENTER, limit=1)] == [made["cid"]]

# Claims
week = body.copy()
week.update({"contract_type": "LCD", "start_date": in_days(0), "end_date": in_days(7)})
insured = covergate.contracts.create(week)
claim = covergate.claims.create(
    {
        "userId": RENTER,
        "contractId": insured["cid"],
        "contractProductId": products_of(insured)[0],
        "type": "break",
        "subtype": "partial_break",
        "claimAt": in_days(0),
        "description": "Chute sur une plaque de verglas en descendant la rue : la roue avant est voilée et la fourche est tordue.",
        "questions": {
            "Quels éléments du matériel sont cassés ?": "La roue avant et la fourche",
            "La casse est-elle due à un accident avec un tiers ?": False,
            "Avez-vous fait un constat avec le tiers ?": False,
            "La réparation est-elle effectuée en externe ?": False,
        },
        "insured": {"firstName": "Ada", "lastName": "Martin", "phoneNumber": "+33612345678"},
        "location": {"address": "14 montée de la Grande Côte", "city": "Lyon", "country": "FR", "zipcode": "69001"},
    }
)
try:
    covergate.claims.submit(claim["id"])
    raise AssertionError("documents are missing")
except CovergateError as error:
    assert (error.name, error.code, error.status) == ("DOCUMENTS_INCOMPLETE", 3004, 409)
    assert error.execution_id is not None and error.cure is not None
mandatory = [entry["type"] for entry in claim["documentEntries"] if entry["category"] == "mandatory"]
upload = covergate.claims.documents.upload(
    claim["id"], [{"type": kind, "title": kind, "file": PHOTO} for kind in mandatory], auto_submit=True
)
assert upload["auto_submitted"] and upload["claim_id"] is not None
document = covergate.claims.documents.get(claim["id"], upload["documents"][0]["id"])
assert httpx.get(document["downloadUrl"]).headers["content-type"] == "image/png"
covergate.sandbox.play(claim["id"], "takeOver")
for each in upload["documents"]:
    covergate.sandbox.play(claim["id"], "acceptDocument", {"documentId": each["id"]})
refund = covergate.sandbox.play(claim["id"], "approveRefund", {"amount": 450})["settlements"][0]
paid = covergate.sandbox.play(claim["id"], "executePayment", {"settlementId": refund["id"]})
assert paid["status"] == "closed" and paid["settlements"][0]["paymentAt"] is not None
assert covergate.claims.list(status="submitted").take(1)[0]["claimId"] == upload["claim_id"]

# Automatic renewals
renewable = covergate.contracts.create(body)
arid = covergate.renewals.create(renewable["cid"], {"duration_months": 3})["arid"]
covergate.sandbox.move_clock({"to": in_days(94)})
assert covergate.sandbox.clock()["moved"]
next_cid = covergate.renewals.get(renewable["cid"], arid)["next_cid"]
assert next_cid is not None and covergate.contracts.get(next_cid)["start_date"] == renewable["end_date"]

# The log of events has what the webhook received, in order.
logged = covergate.events.list(event_type=["v2.contract.created", "v2.contract.renewed", "v2.claim.closed"], limit=2).take(10)
assert len(logged) == 5 and logged[0]["event_type"] == "v2.contract.renewed"
later = covergate.events.since(logged[-1]["id"], event_type=["v2.contract.renewed"]).take(10)
assert [event["id"] for event in later] == [logged[0]["id"]]
until = time.monotonic() + 20
while any(event["id"] not in received for event in logged) and time.monotonic() < until:
    time.sleep(0.05)
assert refunds == [450]

assert covergate.renters.list() == [RENTER]
assert covergate.renters.get(RENTER)["options"]["LMD"]
assert "PARIS-2EME-ARRONDISSEMENT" in covergate.geo.cities("75002")
assert covergate.geo.suggestions("grenble")[0]["ville"] == "GRENOBLE"
print(json.dumps([[event["event_type"], received.get(event["id"])] for event in logged]))
