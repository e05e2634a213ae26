<?php

// src/Controller/CovergateWebhook.php

namespace App\Controller;

use Covergate\CovergateError;
use Covergate\Webhooks;
use Psr\Log\LoggerInterface;
use Symfony\Component\DependencyInjection\Attribute\Autowire;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\Routing\Attribute\Route;

final class CovergateWebhook
{
    #[Route('/webhooks/covergate', methods: ['POST'])]
    public function __invoke(
        Request $request,
        LoggerInterface $logger,
        #[Autowire(env: 'COVERGATE_WEBHOOK_SECRET')] string $secret,
    ): Response {
        try {
            $event = Webhooks::verify($request->getContent(), $request->headers->all(), $secret);
        } catch (CovergateError $error) {
            return new Response($error->message, 400);
        }
        if ($event['event_type'] === 'v2.claim.closed') {
            $logger->info('claim closed', ['event' => $event['id'], 'claim' => $event['data']['claimId']]);
        }

        return new Response(status: 204);
    }
}
