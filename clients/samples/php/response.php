<?php

require 'vendor/autoload.php';

$covergate = new Covergate\Client();
$response = $covergate->withResponse(fn () => $covergate->renters->list());
echo count($response->data), " $response->status {$response->headers['content-type'][0]} $response->executionId\n";
