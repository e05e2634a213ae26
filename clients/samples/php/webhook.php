<?php

require 'vendor/autoload.php';

try {
    $body = (string) file_get_contents('php://input');
    $event = Covergate\Webhooks::verify($body, getallheaders(), (string) getenv('COVERGATE_WEBHOOK_SECRET'));
} catch (Covergate\CovergateError $error) {
    http_response_code(400);
    exit($error->message);
}
if ($event['event_type'] === 'v2.claim.closed') {
    error_log("{$event['id']} {$event['data']['claimId']} {$event['data']['status']}");
}
http_response_code(204);
