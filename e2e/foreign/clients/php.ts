import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { installLines } from "#components/docs/client-guide.tsx";
import { expectCalls, startRecorder, writeSamples } from "#components/docs/samples/client-samples.fixture.ts";
import { eventsOfLife, makeClientShop, runProgram, settingsOfLife } from "#e2e/api/clients.ts";
import { lcd } from "#e2e/api/samples.ts";
import { copySamples, expectAllDeleted, expectOneContract, expectReceiver, walkSamples } from "#e2e/foreign/clients/samples.ts";
import { keepGuzzle, MissingTool } from "#e2e/foreign/kept-tools.ts";
import { findProgram } from "#e2e/foreign/program.ts";
import { apiVersion } from "#lib/platform/wire/endpoint.ts";

const root = join(import.meta.dirname, "../../..");
const [php, composer] = [findProgram("php"), findProgram("composer")];
const guzzle = await keepGuzzle().catch((error: unknown) => {
  if (error instanceof MissingTool) return undefined;
  throw error;
});

/** Expects the PHP client of the server at `address` to do in an integrator's hands what its guide says. */
export function testPhp(address: () => string): void {
  const directory = mkdtempSync(join(tmpdir(), "covergate-php-"));
  afterAll(() => rmSync(directory, { recursive: true }));

  test("the server is a Composer repository with the package", async () => {
    const read = async (name: string) => (await (await fetch(`${address()}/clients/${name}`)).json()) as unknown;
    expect(await read("index.json")).toMatchObject({ php: { repository: `${address()}/clients/`, package: "covergate/client" } });
    const entry = expect.objectContaining({
      name: "covergate/client",
      dist: expect.objectContaining({ type: "zip" }) as unknown,
    }) as unknown;
    expect(await read("packages.json")).toMatchObject({ packages: { "covergate/client": { [apiVersion]: entry } } });
  });

  describe.skipIf(php === undefined || composer === undefined || guzzle === undefined)("with PHP, Composer and Guzzle", () => {
    const install = async (place: string, psr7: string) => {
      const manifest = {
        repositories: { "packagist.org": false },
        // Guzzle and what it brings are here by another way.
        replace: { "guzzlehttp/guzzle": "7.9.0", "guzzlehttp/psr7": psr7, "psr/http-client": "1.0.3", "psr/http-message": "2.0" },
      };
      writeFileSync(join(place, "composer.json"), JSON.stringify(manifest));
      // The lines of the guide, which also say what Composer needs for an address without TLS.
      for (const line of installLines(address()).php.split("\n")) {
        const [, ...args] = line.split(" ");
        await runProgram(composer ?? "", [...args, "--no-interaction"], place, { COMPOSER_ALLOW_SUPERUSER: "1" });
      }
    };
    beforeAll(async () => install(directory, "2.7.0"));

    test("Composer refuses it beside a version of guzzlehttp/psr7 that has no factories", async () => {
      const place = mkdtempSync(join(tmpdir(), "covergate-php-"));
      onTestFinished(() => rmSync(place, { recursive: true }));
      await expect(install(place, "1.9.1")).rejects.toThrow("requires guzzlehttp/psr7");
    });

    const run = (args: string[], environment: Record<string, string>) =>
      runProgram(php ?? "", args, directory, { GUZZLE: guzzle ?? "", ...environment });

    test("a program walks the whole life", async () => {
      const printed = await run([join(root, "e2e/client/life.php")], await settingsOfLife(join(root, "e2e/documents/files/photo.png")));
      expect(JSON.parse(printed)).toEqual(eventsOfLife);
    });

    test("the samples of the guide do what they say", async () => {
      const names = copySamples("php", directory);
      await walkSamples(address(), (sample, settings) => run(["-d", `auto_prepend_file=${guzzle}`, `${sample}.php`], settings));
      // With nothing more than PHP has.
      await expectReceiver(php ?? "", (port) => ["-S", `127.0.0.1:${port}`, "webhook.php"], directory);
      // Laravel and Symfony are not here: these can be parsed.
      for (const name of names) expect(await run(["-l", name], {})).toMatch(/^No syntax errors/);
    });

    test("the samples of the reference ask for what their examples do", async () => {
      const { url, calls, close } = await startRecorder();
      onTestFinished(close);
      const files = writeSamples(directory, "php");
      const program = `require getenv('GUZZLE'); foreach (json_decode(getenv('FILES')) as $file) { (static function () use ($file) { require $file; })(); }`;
      await run(["-r", program], { COVERGATE_API_KEY: "cg_dev_x", COVERGATE_BASE_URL: url, FILES: JSON.stringify(files) });
      expectCalls(calls);
    });

    test("files come from a path, an open file, a pipe, a stream or an uploaded file of PSR-7, and bytes, in each attempt", async () => {
      const { url, calls, close } = await startRecorder({ drops: 1 });
      onTestFinished(close);
      writeFileSync(join(directory, "note.txt"), "a file");
      const program = `require getenv('GUZZLE'); require 'vendor/autoload.php';
        $stream = static fn () => (new GuzzleHttp\\Psr7\\HttpFactory())->createStream('a file');
        $pipe = popen('cat note.txt', 'r');
        $files = ['note.txt', new SplFileInfo('note.txt'), fopen('note.txt', 'r'), $pipe, $stream(), new GuzzleHttp\\Psr7\\UploadedFile($stream(), 6, 0, 'note.txt')];
        $documents = array_map(static fn ($file) => ['type' => 'Facture', 'title' => 'note.txt', 'file' => $file], $files);
        $documents[] = ['type' => 'Facture', 'title' => 'note.txt', 'content' => 'a file'];
        (new Covergate\\Client())->claims->documents->upload('claim_1', $documents);`;
      await run(["-r", program], { COVERGATE_API_KEY: "cg_dev_x", COVERGATE_BASE_URL: url });
      const document = { type: "Facture", title: "note.txt", filename: "note.txt", content: Buffer.from("a file").toString("base64") };
      expect(calls[0]?.body).toEqual(Array.from({ length: 7 }, () => document));
    });

    test("a success tells its status, headers and execution id", async () => {
      const program = `require getenv('GUZZLE'); require 'vendor/autoload.php';
        $covergate = new Covergate\\Client(baseUrl: ' ' . getenv('COVERGATE_BASE_URL') . "\\n");
        $contract = json_decode(getenv('CONTRACT'), true);
        $contract['end_date'] = new DateTimeImmutable($contract['end_date']);
        $create = fn () => $covergate->contracts->create($contract, idempotencyKey: 'mine');
        [$first, $again] = [$covergate->withResponse($create), $covergate->withResponse($create)];
        echo json_encode([$first->status, $first->data === $again->data, str_starts_with((string) $first->executionId, 'exec_'), $again->headers['idempotent-replayed']]);`;
      const { key, uid } = await makeClientShop();
      expect(await run(["-r", program], { COVERGATE_API_KEY: key, CONTRACT: JSON.stringify(lcd(uid)) })).toBe('[200,true,true,["true"]]');
    });

    test("whatever fails is a CovergateError, with its cause and the key of a write", async () => {
      const answerer = createServer((_request, response) => void response.writeHead(200, { "x-execution-id": "exec_1" }).end("{"));
      await once(answerer.listen(0, "127.0.0.1"), "listening");
      onTestFinished(() => void answerer.close());
      const program = `require getenv('GUZZLE'); require 'vendor/autoload.php';
        function failure(callable $call) { try { $call(); } catch (Covergate\\CovergateError $error) { return $error; } }
        $covergate = new Covergate\\Client(maxRetries: 0);
        $away = new Covergate\\Client(baseUrl: 'http://127.0.0.1:1', maxRetries: 0);
        $document = ['type' => 'Facture', 'title' => 'Invoice'];
        foreach ([
          fn () => $covergate->contracts->create(['end_date' => NAN], idempotencyKey: 'mine'),
          fn () => $covergate->contracts->create([], idempotencyKey: "a\nb"),
          fn () => $covergate->claims->documents->upload('1', [...$document, 'file' => '/no/such/file']),
          fn () => $covergate->claims->documents->upload('1', [...$document, 'file' => __DIR__]),
          fn () => $covergate->contracts->get('1'),
          fn () => $away->contracts->create([], idempotencyKey: 'mine'),
        ] as $call) {
          $error = failure($call);
          echo json_encode([$error->name, $error->status, $error->executionId, $error->idempotencyKey, $error->getPrevious() !== null]), "\\n";
        }`;
      const { port } = answerer.address() as AddressInfo;
      const printed = await run(["-r", program], { COVERGATE_API_KEY: "cg_dev_x", COVERGATE_BASE_URL: `http://127.0.0.1:${port}` });
      expect(printed.trim().split("\n")).toEqual([
        '["MALFORMED_REQUEST",0,null,null,true]',
        '["MALFORMED_REQUEST",0,null,null,true]',
        expect.stringMatching(/^\["FILE_UNREADABLE",0,null,"\w+",true\]$/),
        expect.stringMatching(/^\["FILE_UNREADABLE",0,null,"\w+",true\]$/),
        '["UNREADABLE_RESPONSE",200,"exec_1",null,true]',
        '["CONNECTION_FAILED",0,null,"mine",true]',
      ]);
    });

    test("what fails says what it is, and how long to wait", async () => {
      const program = `require getenv('GUZZLE'); require 'vendor/autoload.php';
        function failure(callable $call) { try { $call(); } catch (Covergate\\CovergateError $error) { return $error; } }
        $refused = failure(fn () => (new Covergate\\Client())->contracts->create(['uid' => '']));
        echo json_encode([$refused->name, $refused->code, $refused->status, $refused->field, $refused->message !== '', $refused->cure !== null]), "\\n";
        $empty = failure(fn () => (new Covergate\\Client(maxRetries: 0))->claims->get(''));
        echo json_encode([$empty->name, $empty->code, $empty->status, $empty->field]), "\\n";
        $silent = stream_socket_server('tcp://127.0.0.1:0');
        $late = failure(fn () => (new Covergate\\Client(baseUrl: 'http://' . stream_socket_get_name($silent, false), timeout: 0.2, maxRetries: 0))->contracts->get('1'));
        echo json_encode([$late->name, $late->code, $late->status]);`;
      const { key } = await makeClientShop();
      expect(await run(["-r", program], { COVERGATE_API_KEY: key })).toBe(
        '["UID_MISSING",1012,400,"uid",true,true]\n["MALFORMED_REQUEST",400,0,"id"]\n["TIMED_OUT",0,0]',
      );
    });

    test("an empty array is a list where the API takes one, and otherwise an object", async () => {
      const { key, uid } = await makeClientShop();
      const program = `require getenv('GUZZLE'); require 'vendor/autoload.php';
        $covergate = new Covergate\\Client();
        $quote = json_decode(getenv('CONTRACT'), true);
        $quote['products'] = [['product_type' => 'bike', 'value_excl' => 2400, 'data' => []]];
        echo $covergate->contracts->preview([...$quote, 'company' => []])['status'];
        try { $covergate->contracts->preview([...$quote, 'options' => []]); } catch (Covergate\\CovergateError $error) { echo " $error->name"; }`;
      expect(await run(["-r", program], { COVERGATE_API_KEY: key, CONTRACT: JSON.stringify(lcd(uid)) })).toBe("open OPTIONS_MISSING");
    });

    test("a key may come from a file that ends in a line feed", async () => {
      const { key, uid } = await makeClientShop();
      const program = `require getenv('GUZZLE'); require 'vendor/autoload.php'; echo json_encode((new Covergate\\Client())->renters->list());`;
      expect(await run(["-r", program], { COVERGATE_API_KEY: `${key}\n` })).toBe(JSON.stringify([uid]));
    });

    test("a delivery is verified from the headers of PSR-7 and from $_SERVER, which has other values beside them", async () => {
      const program = String.raw`require 'vendor/autoload.php';
        $body = '{"event_type": "v2.claim.closed", "data": {}}';
        $signature = 'v1,' . base64_encode(hash_hmac('sha256', "evt_1.1.$body", base64_decode('AAAA'), true));
        $server = ['HTTP_WEBHOOK_ID' => 'evt_1', 'HTTP_WEBHOOK_TIMESTAMP' => '1', 'HTTP_WEBHOOK_SIGNATURE' => $signature, 'argv' => [], 'REQUEST_TIME' => 1];
        $psr7 = ['Webhook-Id' => ['evt_1'], 'Webhook-Timestamp' => ['1'], 'Webhook-Signature' => [$signature]];
        foreach ([$server, $psr7] as $headers) { echo Covergate\Webhooks::verify($body, $headers, "whsec_AAAA\n", now: 1)['id'], ' '; }`;
      expect(await run(["-r", program], {})).toBe("evt_1 evt_1 ");
    });

    test("all pages of a list fit into one array", async () => {
      const { key, uid } = await makeClientShop();
      const program = `require getenv('GUZZLE'); require 'vendor/autoload.php';
        $covergate = new Covergate\\Client();
        for ($made = 0; $made < 3; $made++) { $covergate->contracts->create(json_decode(getenv('CONTRACT'), true)); }
        $newest = iterator_to_array($covergate->events->list(['limit' => 1]));
        $later = iterator_to_array($covergate->events->since($newest[2]['id'], ['limit' => 1]));
        $contracts = iterator_to_array($covergate->contracts->list(['uid' => $newest[0]['data']['uid'], 'limit' => 1]));
        echo count($newest), ' ', count($later), ' ', count($contracts);`;
      expect(await run(["-r", program], { COVERGATE_API_KEY: key, CONTRACT: JSON.stringify(lcd(uid)) })).toBe("3 2 3");
    });

    test("a loop may delete what it lists", async () => {
      const program = `require getenv('GUZZLE'); require 'vendor/autoload.php';
        $products = (new Covergate\\Client())->products;
        foreach ($products->list(['limit' => 2]) as $product) { $products->delete($product['product_id']); }`;
      await expectAllDeleted(address(), (settings) => run(["-r", program], settings));
    });

    test("a call whose answer breaks off is sent again, also without the extension curl", async () => {
      const whole = '{"success":true,"data":{"id":"claim_1"}}';
      const answers = [whole.slice(0, 20), whole];
      const breaking = createServer((_request, response) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": whole.length, connection: "close" });
        response.end(answers.shift());
      });
      await once(breaking.listen(0, "127.0.0.1"), "listening");
      onTestFinished(() => void breaking.close());
      const { port } = breaking.address() as AddressInfo;
      const program = `require getenv('GUZZLE'); require 'vendor/autoload.php';
        $http = new GuzzleHttp\\Client(['handler' => GuzzleHttp\\HandlerStack::create(new GuzzleHttp\\Handler\\StreamHandler())]);
        echo (new Covergate\\Client(httpClient: $http))->claims->get('claim_1')['id'];`;
      const environment = { COVERGATE_API_KEY: "cg_dev_x", COVERGATE_BASE_URL: `http://127.0.0.1:${port}` };
      expect(await run(["-r", program], environment)).toBe("claim_1");
    });

    test("a creation whose first answer is lost on the way insures once", async () => {
      const program = `require getenv('GUZZLE'); require 'vendor/autoload.php';
        echo (new Covergate\\Client())->contracts->create(json_decode(getenv('CONTRACT'), true))['cid'];`;
      await expectOneContract(address(), (settings) => run(["-r", program], settings));
    });
  });
}
