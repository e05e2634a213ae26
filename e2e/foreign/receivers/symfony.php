<?php

// Calls the documented controller as Symfony does: with its own request, response and logger.

require getenv('AUTOLOAD');
require 'vendor/autoload.php';
require 'webhook-symfony.php';

$logger = new class extends Psr\Log\AbstractLogger {
    public function log($level, $message, array $context = []): void
    {
        error_log($message . ' ' . implode(' ', $context));
    }
};
$request = Symfony\Component\HttpFoundation\Request::createFromGlobals();
(new App\Controller\CovergateWebhook())($request, $logger, (string) getenv('COVERGATE_WEBHOOK_SECRET'))->send();
