<?php

require 'vendor/autoload.php';

$covergate = new Covergate\Client();
try {
    $covergate->contracts->get('unknown');
} catch (Covergate\CovergateError $error) {
    echo "$error->name $error->code $error->status\n";
    echo "$error->cure $error->executionId\n";
}
