<?php

use GuzzleHttp\Client;
use OpenAPI\Client\Api\ClaimsApi;
use OpenAPI\Client\Api\ContractsApi;
use OpenAPI\Client\Api\EventsApi;
use OpenAPI\Client\Configuration;
use OpenAPI\Client\Model;

require getenv('AUTOLOAD');
spl_autoload_register(function (string $class): void {
    $file = getenv('CLIENT') . '/lib/' . str_replace(['OpenAPI\\Client\\', '\\'], ['', '/'], $class) . '.php';
    if (is_file($file)) require $file;
});

$configuration = (new Configuration())->setHost(getenv('API_URL'))->setApiKey('key', getenv('API_KEY'));
[$contracts, $claims, $events] = array_map(
    fn (string $api) => new $api(new Client(), $configuration),
    [ContractsApi::class, ClaimsApi::class, EventsApi::class],
);

function request(string $start): Model\CreateContractRequest
{
    $bike = new Model\ProductDefinedInBody([
        'product_type' => 'bike',
        'product_subtype' => 'electric',
        'value_excl' => 2400,
        'brand' => 'Moustache',
        'model' => 'Lundi 27',
        'data' => new Model\CreateContractProductData(['product_marked' => 'BC-12345']),
    ]);
    return new Model\CreateContractRequest([
        'uid' => getenv('RENTER'),
        'contract_type' => 'LCD',
        'start_date' => new DateTime($start),
        'end_date' => new DateTime(getenv('NEXT_WEEK')),
        'options' => ['break', 'theft'],
        'products' => [$bike],
    ]);
}

$price = $contracts->createContract(request(getenv('TOMORROW')), true)->getContract()->getPrice();
$contract = $contracts->createContract(request(getenv('TOMORROW')))->getContract();
$cid = $contract->getCid();
$entry = array_key_first($contract->getProducts());
$renamed = new Model\ContractProductDataUpdate(['user_name' => 'Grace Hopper']);
$contracts->updateContract($cid, new Model\UpdateContractRequest(['products' => [$entry => $renamed]]));
$contracts->cancelContract($cid, false, null, new Model\TerminateContractRequest(['reason' => 'Booked twice.']));

$insured = $contracts->createContract(request(getenv('NOW')))->getContract();
$draft = $claims->createClaim(new Model\CreateClaimRequest([
    'user_id' => getenv('RENTER'),
    'contract_id' => $insured->getCid(),
    'contract_product_id' => array_key_first($insured->getProducts()),
    'type' => 'break',
    'subtype' => 'partial_break',
    'claim_at' => $insured->getStartDate(),
    'description' => 'Chute sur une plaque de verglas en descendant la rue : la roue avant est voilée.',
    'questions' => [
        'Quels éléments du matériel sont cassés ?' => 'La roue avant',
        'La casse est-elle due à un accident avec un tiers ?' => false,
        'Avez-vous fait un constat avec le tiers ?' => false,
        'La réparation est-elle effectuée en externe ?' => false,
    ],
    'insured' => new Model\ClaimInsuredInput(['first_name' => 'Ada', 'last_name' => 'Martin', 'phone_number' => '+33612345678']),
    'location' => new Model\ClaimLocationInput([
        'address' => '14 montée de la Grande Côte', 'city' => 'Lyon', 'country' => 'FR', 'zipcode' => '69001',
    ]),
]))->getData();

$mandatory = array_filter($draft->getDocumentEntries(), fn ($entry) => $entry->getCategory() === 'mandatory');
$types = array_values(array_map(fn ($entry) => $entry->getType(), $mandatory));
$claims->uploadDocument($draft->getId(), array_shift($types), 'The bike', new SplFileObject(getenv('PHOTO')));
$content = base64_encode(file_get_contents(getenv('PHOTO')));
$claims->uploadDocuments($draft->getId(), array_map(fn (string $type) => new Model\JsonDocumentBody([
    'type' => $type, 'title' => $type, 'filename' => 'photo.png', 'content' => $content,
]), $types));
$submitted = $claims->submitClaim($draft->getId())->getData();
$told = $events->listEvents(null, null, null, $cid)->getEvents();
$eventTypes = array_map(fn ($event) => $event->getEventType(), $told);
echo json_encode(['price' => $price, 'cid' => $cid, 'claimId' => $submitted->getClaimId(), 'eventTypes' => $eventTypes]), "\n";
