import os

from covergate import CovergateError, webhooks
from fastapi import FastAPI, HTTPException, Request

app = FastAPI()


@app.post("/webhooks/covergate", status_code=204)
async def receive(request: Request) -> None:
    secret = os.environ["COVERGATE_WEBHOOK_SECRET"]
    try:
        event = webhooks.verify(await request.body(), request.headers, secret)
    except CovergateError as error:
        raise HTTPException(400, error.message) from error
    if event["event_type"] == "v2.claim.closed":
        print(event["id"], event["data"]["claimId"], event["data"]["status"])
