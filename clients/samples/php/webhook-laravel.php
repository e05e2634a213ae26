<?php

// routes/api.php

use Covergate\CovergateError;
use Covergate\Webhooks;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\Log;
use Illuminate\Support\Facades\Route;

Route::post('/webhooks/covergate', function (Request $request) {
    try {
        $event = Webhooks::verify($request->getContent(), $request->headers->all(), config('services.covergate.webhook_secret'));
    } catch (CovergateError $error) {
        return response($error->message, 400);
    }
    if ($event['event_type'] === 'v2.claim.closed') {
        Log::info('claim closed', ['event' => $event['id'], 'claim' => $event['data']['claimId']]);
    }

    return response()->noContent();
});
