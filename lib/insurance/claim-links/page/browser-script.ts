// oxlint-disable unicorn/consistent-function-scoping -- only the source of one function is sent, with all that it needs inside
/**
 * Runs the page for the insured in the browser. It is sent as its own source (frame.ts), so it must need nothing from outside of
 * itself. Without it the forms work as they are.
 */
export function browserScript(): void {
  const largeBytes = 5 * 1024 * 1024;
  const largestEdge = 3000;
  const retryMs = [1000, 2000, 4000, 8000, 15_000];
  const patienceMs = 120_000;
  document.documentElement.classList.add("live");

  const box = document.querySelector<HTMLElement>(".sending");
  if (box !== null) {
    for (const form of document.querySelectorAll<HTMLFormElement>("form.file")) prepare(form, box);
  }
  const description = document.querySelector<HTMLTextAreaElement>("textarea[data-minimum]");
  if (description !== null) countCharacters(description);
  const zipcode = document.querySelector<HTMLInputElement>("input[data-cities]");
  if (zipcode !== null) suggestCities(zipcode);
  document.querySelector<HTMLElement>("[role=alert]:not([hidden])")?.scrollIntoView({ block: "center" });

  function prepare(form: HTMLFormElement, status: HTMLElement): void {
    const input = form.querySelector<HTMLInputElement>("input[type=file]");
    if (input === null) return;
    const take = () => {
      const file = input.files?.[0];
      if (file !== undefined) void send(form, file, status);
      input.value = "";
    };
    input.addEventListener("change", take);
    // Over a slow connection a file may be chosen before the end of the page is there.
    take();
  }

  async function send(form: HTMLFormElement, file: File, status: HTMLElement): Promise<void> {
    const texts = JSON.parse(status.dataset["texts"] ?? "{}") as Record<string, string>;
    const line = status.querySelector("[role=status]");
    const bar = status.querySelector("progress");
    const alarm = document.querySelector<HTMLElement>("section [role=alert]");
    const inputs = document.querySelectorAll<HTMLInputElement>("form.file input[type=file]");
    const say = (text = "") => {
      if (line !== null && line.textContent !== text) line.textContent = text;
    };
    const lock = (isBusy: boolean) => {
      for (const input of inputs) input.disabled = isBusy;
    };
    const refuse = (reason = "") => {
      if (alarm !== null) {
        alarm.textContent = reason;
        alarm.hidden = false;
      }
      status.hidden = true;
      lock(false);
    };
    status.hidden = false;
    if (alarm !== null) alarm.hidden = true;
    lock(true);
    say(texts["preparing"]);
    const content = await compress(file);
    if (content.size > Number(status.dataset["most"])) {
      refuse(status.dataset["large"]);
      return;
    }
    // The same for every try, so that one that arrived after all is not made twice.
    const key = crypto.randomUUID === undefined ? `${Math.random()}-${Math.random()}` : crypto.randomUUID();
    for (let tried = 0; ; tried += 1) {
      say(texts["sending"]);
      const answer = await post(form, content, file.name, key, (percent) => {
        if (bar !== null) bar.value = percent;
      });
      if (answer !== undefined && answer.next !== undefined) {
        say(texts["sent"]);
        location.assign(answer.next);
        return;
      }
      if (answer !== undefined) {
        refuse(answer.error ?? status.dataset["failed"]);
        return;
      }
      say(texts["waiting"]);
      if (bar !== null) bar.value = 0;
      await untilNextTry(status, retryMs[Math.min(tried, retryMs.length - 1)] ?? 0);
    }
  }

  /** The answer; undefined if none came, or the server was not able to give one. */
  function post(
    form: HTMLFormElement,
    content: Blob,
    name: string,
    key: string,
    progress: (percent: number) => void,
  ): Promise<{ next?: string; error?: string } | undefined> {
    const body = new FormData();
    for (const field of form.querySelectorAll<HTMLInputElement>("input[type=hidden]")) body.append(field.name, field.value);
    body.append("file", content, name);
    return new Promise((resolve) => {
      const request = new XMLHttpRequest();
      request.open("POST", form.action);
      request.setRequestHeader("accept", "application/json");
      request.setRequestHeader("idempotency-key", key);
      request.timeout = patienceMs;
      let seen = performance.now();
      // A connection that has gone silent never fails by itself.
      const silence = setInterval(() => {
        if (performance.now() - seen > patienceMs / 4) request.abort();
      }, 1000);
      request.upload.addEventListener("progress", ({ loaded, total }) => {
        seen = performance.now();
        progress(total === 0 ? 0 : Math.round((100 * loaded) / total));
      });
      request.addEventListener("loadend", () => {
        clearInterval(silence);
        if (request.status === 0 || request.status >= 500 || request.getResponseHeader("retry-after") === "1") {
          resolve(undefined);
          return;
        }
        try {
          resolve(JSON.parse(request.responseText) as { next?: string; error?: string });
        } catch {
          resolve({});
        }
      });
      request.send(body);
    });
  }

  /** After the pause, when the connection is back, or when the insured asks for it. */
  function untilNextTry(status: HTMLElement, pauseMs: number): Promise<void> {
    const retry = status.querySelector<HTMLButtonElement>(".retry");
    return new Promise((resolve) => {
      const go = () => {
        if (retry !== null) retry.hidden = true;
        clearTimeout(timer);
        removeEventListener("online", go);
        retry?.removeEventListener("click", go);
        resolve();
      };
      const timer = setTimeout(go, pauseMs);
      addEventListener("online", go);
      retry?.addEventListener("click", go);
      if (retry !== null) retry.hidden = false;
    });
  }

  /** Converts a large picture to a smaller JPEG; HEIC, papers and unreadable files stay as they are. */
  async function compress(file: File): Promise<Blob> {
    if (file.size <= largeBytes || !/^image\/(?:jpeg|png|webp)$/.test(file.type)) return file;
    try {
      const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
      const scale = Math.min(1, largestEdge / Math.max(picture.width, picture.height));
      const canvas = document.createElement("canvas");
      canvas.width = Math.round(picture.width * scale);
      canvas.height = Math.round(picture.height * scale);
      canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
      const smaller = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.85));
      return smaller !== null && smaller.size < file.size ? smaller : file;
    } catch {
      // The server reports what is wrong with it, if anything.
      return file;
    }
  }

  function countCharacters(text: HTMLTextAreaElement): void {
    const output = document.querySelector<HTMLElement>("[data-count]");
    const minimum = Number(text.dataset["minimum"]);
    const show = () => {
      // Counts whole characters, like the server.
      const left = minimum - Array.from(text.value).length;
      if (output === null) return;
      output.textContent = left > 0 ? (output.dataset["left"] ?? "").replace("{count}", String(left)) : (output.dataset["enough"] ?? "");
    };
    text.addEventListener("input", show);
    show();
  }

  function suggestCities(input: HTMLInputElement): void {
    const city = document.querySelector<HTMLInputElement>("input[name=city]");
    const list = document.querySelector("datalist#cities");
    input.addEventListener("input", () => {
      const typed = input.value.trim();
      if (city === null || list === null || !/^\d{5}$/.test(typed)) return;
      fetch(`${input.dataset["cities"] ?? ""}&zipcode=${typed}`)
        .then(async (response) => (response.ok ? ((await response.json()) as { cities: string[] }).cities : []))
        .then((cities) => {
          list.replaceChildren(...cities.map((name) => Object.assign(document.createElement("option"), { value: name })));
          if (cities.length === 1) city.value = cities[0] ?? "";
        })
        // The city can be typed as well.
        .catch(() => list.replaceChildren());
    });
  }
}
