<?php

require 'vendor/autoload.php';

$covergate = new Covergate\Client(); // with the key of COVERGATE_API_KEY
$contract = $covergate->contracts->create([
    'uid' => (string) getenv('RENTER'),
    'contract_type' => 'LCD',
    'end_date' => (new DateTimeImmutable('+3 days'))->format(DATE_ATOM),
    'options' => ['break', 'theft'],
    'products' => [[
        'product_type' => 'bike',
        'product_subtype' => 'electric',
        'value_excl' => 2400,
        'brand' => 'Moustache',
        'model' => 'Lundi 27',
        'data' => ['product_marked' => 'BC-12345', 'user_name' => 'Ada Martin'],
    ]],
]);
echo $contract['cid'], ' ', $contract['price'], "\n";
