"""Recomputes the statement of a month from what the public API tells, with the standard library alone.

    COVERGATE_API_KEY=… python3 recompute.py https://api.example.com/v2 2027-03

It reads every event, contract and claim of the environment, and follows the documented rules: an entry is the change of a product's price;
a transfer is a refund less its deductions and counts on its `paymentAt`; tax is 9 % and rounded once per entry. It prints the difference to
`GET /v2/statements/{month}` as JSON, `{}` where there is none.
"""

import json
import os
import sys
import urllib.request
from collections import defaultdict
from datetime import datetime, timezone
from decimal import ROUND_HALF_UP, Decimal
from zoneinfo import ZoneInfo

BASE, MONTH = sys.argv[1], sys.argv[2]
KEY = os.environ["COVERGATE_API_KEY"]
PARIS = ZoneInfo("Europe/Paris")
TAX_RATE = Decimal(9)


def get(path):
    request = urllib.request.Request(BASE + path, headers={"key": KEY})
    with urllib.request.urlopen(request) as response:
        return json.load(response)


def cents(euros):
    return int((Decimal(str(euros)) * 100).to_integral_value())


def euros(amount):
    return float(Decimal(amount) / 100)


def is_in_month(instant):
    at = datetime.fromisoformat(instant.replace("Z", "+00:00")).astimezone(PARIS)
    return f"{at:%Y-%m}" == MONTH


def list_events():
    """All events, oldest first."""
    events, before = [], ""
    while True:
        page = get(f"/events?limit=100{before}")
        events += page["events"]
        if not page["has_more"]:
            return events[::-1]
        before = f"&before={page['events'][-1]['id']}"


def list_claims():
    claims, offset = [], 0
    while True:
        page = get(f"/claims?limit=100&offset={offset}")
        claims += page["data"]
        offset += 100
        if offset >= page["pagination"]["total"]:
            return [get(f"/claims/{claim['id']}")["data"] for claim in claims]


def new_row():
    return defaultdict(int)


def count_premiums(rows):
    prices = defaultdict(lambda: defaultdict(int))
    for event in list_events():
        kind = event["event_type"]
        if not kind.startswith("v2.contract.") or ".renewal." in kind:
            continue
        contract = event["data"]
        row = rows[contract["uid"]]
        known = prices[contract["cid"]]
        if not known and is_in_month(contract["created_date"]):
            row["contracts_created"] += 1
        for cpid, product in contract["products"].items():
            change = cents(product["price"]) - known[cpid]
            known[cpid] += change
            if change != 0 and is_in_month(event["created_date"]):
                row["premium_written" if change > 0 else "premium_returned"] += change
                exact = Decimal(change) * TAX_RATE / (100 + TAX_RATE)
                row["tax"] += int(exact.quantize(Decimal(1), ROUND_HALF_UP))


def count_claims(rows):
    for claim in list_claims():
        row = rows[claim["userId"]]
        if claim["claimId"] is not None and is_in_month(claim["declarationAt"]):
            row["claims_submitted"] += 1
        count_transfers(row, claim["settlements"])


def count_transfers(row, settlements):
    """A payment withholds the deductions that are open, as far as the refund goes; one that comes back gives both back."""
    steps = [(one["createdAt"], 0, one) for one in settlements if one["type"] in ("charge", "returned")]
    steps += [(one["paymentAt"], 1, one) for one in settlements if one["type"] == "refund" and one["paymentAt"] is not None]
    is_open, paid = 0, []
    for at, _, settlement in sorted(steps, key=lambda step: step[:2]):
        amount, withheld = cents(settlement["amount"]), 0
        if settlement["type"] == "charge":
            is_open += amount
            continue
        if settlement["type"] == "refund":
            withheld = min(is_open, amount)
            paid.append((amount, withheld))
        else:
            back = next((one for one in reversed(paid) if one[0] == amount), None)
            if back is None:
                continue
            paid.remove(back)
            amount, withheld = -amount, -back[1]
        is_open -= withheld
        if is_in_month(at):
            row["claims_paid"] += amount
            row["claims_charged"] += withheld


def finish(row):
    net = row["premium_written"] + row["premium_returned"]
    without_tax = net - row["tax"]
    claims_net = row["claims_paid"] - row["claims_charged"]
    ratio = None if without_tax == 0 else float((Decimal(claims_net) / without_tax).quantize(Decimal("0.0001"), ROUND_HALF_UP))
    amounts = ("premium_written", "premium_returned", "tax", "claims_paid", "claims_charged")
    return {
        "contracts_created": row["contracts_created"],
        "claims_submitted": row["claims_submitted"],
        **{name: euros(row[name]) for name in amounts},
        "premium_net": euros(net),
        "premium_net_excluding_tax": euros(without_tax),
        "claims_net": euros(claims_net),
        "loss_ratio": ratio,
    }


def add_up(rows):
    total = new_row()
    for row in rows.values():
        for name, amount in row.items():
            total[name] += amount
    return total


def main():
    rows = defaultdict(new_row)
    count_premiums(rows)
    count_claims(rows)
    statement = get(f"/statements/{MONTH}")["statement"]
    mine = {"totals": finish(add_up(rows)), **{uid: finish(row) for uid, row in rows.items()}}
    theirs = {"totals": statement["totals"], **{row["uid"]: row for row in statement["renters"]}}
    differences = {
        f"{who}.{name}": {"recomputed": value, "statement": theirs.get(who, {}).get(name)}
        for who, figures in mine.items()
        for name, value in figures.items()
        if theirs.get(who, {}).get(name) != value
    }
    print(json.dumps(differences, indent=2))


main()
