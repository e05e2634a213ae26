<?php

// Routes a request to the documented route as Laravel does, with its router, request, responses and facades.

require getenv('AUTOLOAD');
require 'vendor/autoload.php';

use Illuminate\Container\Container;
use Illuminate\Routing\ResponseFactory;

$app = Container::getInstance();
$request = Illuminate\Http\Request::capture();
$events = new Illuminate\Events\Dispatcher($app);
$router = new Illuminate\Routing\Router($events, $app);
$views = new Illuminate\View\Factory(
    new Illuminate\View\Engines\EngineResolver(),
    new Illuminate\View\FileViewFinder(new Illuminate\Filesystem\Filesystem(), []),
    $events,
);
$redirector = new Illuminate\Routing\Redirector(new Illuminate\Routing\UrlGenerator($router->getRoutes(), $request));
$logger = new class extends Psr\Log\AbstractLogger {
    public function log($level, $message, array $context = []): void
    {
        error_log($message . ' ' . implode(' ', $context));
    }
};
$app->instance('request', $request);
$app->alias('request', Illuminate\Http\Request::class);
$app->instance('router', $router);
$app->instance('log', $logger);
$app->instance('config', new Illuminate\Config\Repository(['services' => ['covergate' => ['webhook_secret' => getenv('COVERGATE_WEBHOOK_SECRET')]]]));
$app->instance(ResponseFactory::class, new ResponseFactory($views, $redirector));
Illuminate\Support\Facades\Facade::setFacadeApplication($app);

// The helpers that only the whole framework has.
function config(string $key): mixed
{
    return Container::getInstance()->make('config')->get($key);
}

function response(mixed ...$given): mixed
{
    $factory = Container::getInstance()->make(ResponseFactory::class);

    return $given === [] ? $factory : $factory->make(...$given);
}

require 'webhook-laravel.php';

$router->dispatch($request)->send();
