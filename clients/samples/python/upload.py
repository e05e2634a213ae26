import os

from covergate import Covergate

covergate = Covergate()
claim = covergate.claims.get(os.environ["CLAIM"])
missing = [entry["type"] for entry in claim["documentEntries"] if entry["category"] == "mandatory"]
upload = covergate.claims.documents.upload(
    claim["id"],
    [{"type": kind, "title": kind, "file": "photo.png"} for kind in missing],
    auto_submit=True,
)
print(upload["claim_id"])
