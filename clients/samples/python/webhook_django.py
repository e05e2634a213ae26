# In urls.py: path("webhooks/covergate", webhook_django.receive)
import os

from covergate import CovergateError, webhooks
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST


@csrf_exempt
@require_POST
def receive(request: HttpRequest) -> HttpResponse:
    secret = os.environ["COVERGATE_WEBHOOK_SECRET"]
    try:
        event = webhooks.verify(request.body, request.headers, secret)
    except CovergateError as error:
        return HttpResponse(error.message, status=400, content_type="text/plain")
    if event["event_type"] == "v2.claim.closed":
        print(event["id"], event["data"]["claimId"], event["data"]["status"])
    return HttpResponse(status=204)
