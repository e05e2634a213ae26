import os

from covergate import CovergateError, webhooks
from flask import Flask, request

app = Flask(__name__)


@app.post("/webhooks/covergate")
def receive() -> tuple[str, int]:
    secret = os.environ["COVERGATE_WEBHOOK_SECRET"]
    try:
        event = webhooks.verify(request.get_data(), request.headers, secret)
    except CovergateError as error:
        return error.message, 400
    if event["event_type"] == "v2.claim.closed":
        print(event["id"], event["data"]["claimId"], event["data"]["status"])
    return "", 204
