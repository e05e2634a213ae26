<?php

// Walks the whole life of what is insured, as an integrator's program with the PHP client; prints the newest events of the log.

declare(strict_types=1);

use Covergate\Client;
use Covergate\CovergateError;
use Covergate\Webhooks;

require getenv('GUZZLE');
require getcwd() . '/vendor/autoload.php';

function expect(bool $isSo, string $what): void
{
    $isSo || throw new RuntimeException($what);
}

function inDays(int $days): string
{
    return (new DateTimeImmutable("+$days days", new DateTimeZone('UTC')))->format(DATE_ATOM);
}

$renter = getenv('RENTER');
$covergate = new Client();

// Contracts
$bike = ['product_type' => 'bike', 'product_subtype' => 'electric', 'value_excl' => 2400, 'brand' => 'Moustache', 'model' => 'Lundi 27'];
$phone = ['product_type' => 'high-tech', 'product_subtype' => 'phone', 'value_excl' => 640, 'brand' => 'Fairphone', 'model' => '5'];
$body = [
    'uid' => $renter,
    'contract_type' => 'LMD',
    'start_date' => inDays(1),
    'end_date' => inDays(93),
    'options' => ['break', 'theft'],
    'products' => [[...$bike, 'data' => ['product_marked' => 'BC-12345', 'user_name' => 'Ada Martin']]],
];
$quote = $covergate->contracts->preview($body);
expect(!isset($quote['cid']), 'a preview has no cid');
$made = $covergate->contracts->create($body);
expect($made['price'] === $quote['price'], 'the contract costs what was said');
$change = ['start_date' => inDays(2), 'products' => [[...$phone, 'data' => ['product_marked' => '356938035643809', 'user_name' => 'Ada Martin']]]];
$extended = $covergate->contracts->addProducts($made['cid'], $change);
expect($extended['price'] > $made['price'], 'an added product costs something');
$added = array_keys(array_diff_key($extended['products'], $made['products']));
$reduced = $covergate->contracts->removeProducts($made['cid'], ['reason' => 'sold', 'products' => $added]);
expect($reduced['price'] === $made['price'], 'a product that was removed before its start costs nothing');
$cpid = array_key_first($made['products']);
$amended = $covergate->contracts->update($made['cid'], ['products' => [$cpid => ['user_name' => 'Grace Hopper']]]);
expect($amended['products'][$cpid]['status'] === 'has_been_replaced', 'a changed product is replaced');
expect($covergate->contracts->end($made['cid'])['status'] === 'cancel', 'the contract is cancelled');
$listed = array_column(iterator_to_array($covergate->contracts->list(['uid' => $renter, 'limit' => 1]), false), 'cid');
expect($listed === [$made['cid']], 'the contract is listed');

// Claims
$insured = $covergate->contracts->create([...$body, 'contract_type' => 'LCD', 'start_date' => inDays(0), 'end_date' => inDays(7)]);
$claim = $covergate->claims->create([
    'userId' => $renter,
    'contractId' => $insured['cid'],
    'contractProductId' => array_key_first($insured['products']),
    'type' => 'break',
    'subtype' => 'partial_break',
    'claimAt' => (new DateTimeImmutable())->format('Y-m-d\TH:i:s.vP'),
    'description' => 'Chute sur une plaque de verglas en descendant la rue : la roue avant est voilée et la fourche est tordue.',
    'questions' => [
        'Quels éléments du matériel sont cassés ?' => 'La roue avant et la fourche',
        'La casse est-elle due à un accident avec un tiers ?' => false,
        'Avez-vous fait un constat avec le tiers ?' => false,
        'La réparation est-elle effectuée en externe ?' => false,
    ],
    'insured' => ['firstName' => 'Ada', 'lastName' => 'Martin', 'phoneNumber' => '+33612345678'],
    'location' => ['address' => '14 montée de la Grande Côte', 'city' => 'Lyon', 'country' => 'FR', 'zipcode' => '69001'],
]);
try {
    $covergate->claims->submit($claim['id']);
    throw new LogicException('documents are missing');
} catch (CovergateError $error) {
    expect([$error->name, $error->getCode(), $error->status] === ['DOCUMENTS_INCOMPLETE', 3004, 409], 'the error has its name');
    expect($error->executionId !== null && $error->cure !== null, 'an error says what to do');
}
$mandatory = array_filter($claim['documentEntries'], static fn (array $entry): bool => $entry['category'] === 'mandatory');
$documents = array_map(static fn (array $entry): array => ['type' => $entry['type'], 'title' => $entry['type'], 'file' => getenv('PHOTO')], array_values($mandatory));
$upload = $covergate->claims->documents->upload($claim['id'], $documents, autoSubmit: true);
expect($upload['autoSubmitted'] && $upload['claimId'] !== null, 'the last document submits the claim');
$document = $covergate->claims->documents->get($claim['id'], $upload['documents'][0]['id']);
expect(str_starts_with(file_get_contents($document['downloadUrl']), "\x89PNG"), 'the photo is downloaded');
$covergate->sandbox->play($claim['id'], 'takeOver');
foreach ($upload['documents'] as ['id' => $documentId]) {
    $covergate->sandbox->play($claim['id'], 'acceptDocument', ['documentId' => $documentId]);
}
$refund = $covergate->sandbox->play($claim['id'], 'approveRefund', ['amount' => 450])['settlements'][0];
$paid = $covergate->sandbox->play($claim['id'], 'executePayment', ['settlementId' => $refund['id']]);
expect($paid['status'] === 'closed' && $paid['settlements'][0]['paymentAt'] !== null, 'the claim is paid');
expect($covergate->claims->list(['status' => 'submitted'])->take(1)[0]['claimId'] === $upload['claimId'], 'the claim is listed');

// Automatic renewals
$renewable = $covergate->contracts->create($body);
$arid = $covergate->renewals->create($renewable['cid'], ['duration_months' => 3])['arid'];
$covergate->sandbox->moveClock(['to' => inDays(94)]);
expect($covergate->sandbox->clock()['moved'], 'the clock is moved');
$next = $covergate->contracts->get($covergate->renewals->get($renewable['cid'], $arid)['next_cid']);
expect($next['start_date'] === $renewable['end_date'], 'the contract is renewed');

// Events
$kinds = ['event_type' => ['v2.contract.created', 'v2.contract.renewed', 'v2.claim.closed'], 'limit' => 2];
$logged = iterator_to_array($covergate->events->list($kinds), false);
$later = iterator_to_array($covergate->events->since(end($logged)['id'], ['event_type' => ['v2.contract.renewed']]), false);
expect(array_column($later, 'id') === [$logged[0]['id']], 'events are read from where one stopped');
$delivery = json_encode(['event_type' => $logged[0]['event_type'], 'data' => $logged[0]['data']]);
[$secret, $now] = ['whsec_' . base64_encode(random_bytes(32)), (string) time()];
$signature = base64_encode(hash_hmac('sha256', "{$logged[0]['id']}.$now.$delivery", base64_decode(substr($secret, 6)), true));
$headers = ['Webhook-Id' => $logged[0]['id'], 'Webhook-Timestamp' => $now, 'Webhook-Signature' => "v1,AAAA v1,$signature"];
expect(Webhooks::verify($delivery, $headers, ['whsec_AAAA', $secret])['data']['cid'] === $next['cid'], 'the event is verified');
try {
    Webhooks::verify("$delivery ", $headers, $secret);
    throw new LogicException('the delivery is forged');
} catch (CovergateError $error) {
    expect($error->name === 'SIGNATURE_INVALID', 'a forged delivery is refused');
}

expect($covergate->renters->list() === [$renter], 'the renter is attached');
expect($covergate->renters->get($renter)['options']['LMD'], 'the renter may use LMD');
expect(in_array('PARIS-2EME-ARRONDISSEMENT', $covergate->geo->cities('75002'), true), 'the city is known');
expect($covergate->geo->suggestions('grenble')[0]['ville'] === 'GRENOBLE', 'the city is suggested');
echo json_encode(array_map(static fn (array $event): array => [$event['event_type'], $event['event_type']], $logged)), "\n";
