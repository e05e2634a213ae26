<?php

require 'vendor/autoload.php';

$covergate = new Covergate\Client();
foreach ($covergate->contracts->list(['uid' => (string) getenv('RENTER')]) as $contract) {
    echo $contract['cid'], ' ', $contract['status'], ' ', $contract['price'], "\n";
}
