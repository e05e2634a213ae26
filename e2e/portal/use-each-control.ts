import { expect } from "playwright/test";
import type { Page, Request } from "playwright/test";
import { lookAround } from "#e2e/portal/next-control.ts";
import type { Control, Look } from "#e2e/portal/next-control.ts";
import { nextFrame } from "#e2e/portal/react.ts";
import { translate } from "#e2e/portal/translation.ts";

/** The most time for one control, for those of a page, and until a page is there or left. */
const [controlMs, pageMs, arrivalMs] = [2000, 180_000, 30_000];

/** What is put into fields. */
const texts: Record<string, string> = {
  email: "ada@people.example",
  url: "https://hooks.example.com/other",
  date: "2026-01-15",
  "datetime-local": "2026-01-15T10:00",
};

/** Uses the controls of translated pages, and notes what breaks. */
export class ControlUser {
  private readonly broken: string[] = [];
  count = 0;
  private readonly page: Page;
  private readonly requests = new Set<Request>();
  /** The keys of controls. Those around the pages are the same on each. */
  private used: string[] = [];
  private readonly attempts = new Map<string, number>();
  private at = "";
  private pathname = "";
  /** The last used control of the page itself, which may have opened something. */
  private opener = "";
  /** True until a control of the opened page is used. */
  private isFresh = true;

  constructor(page: Page) {
    this.page = page;
    page.on("pageerror", ({ message }) => this.note(message));
    // React reports what an error page has caught.
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) this.note(message.text());
    });
    page.on("request", (request) => this.requests.add(request));
    page.on("requestfinished", (request) => this.requests.delete(request));
    page.on("requestfailed", (request) => this.requests.delete(request));
  }

  /** Opens a page and uses each of its controls, with the page opened again after what leads elsewhere. */
  async usePage(folder: string, address: string): Promise<void> {
    const end = Date.now() + pageMs;
    this.at = folder;
    this.attempts.clear();
    this.used = this.used.filter((key) => key.startsWith("around the page"));
    await this.open(address);
    const { href, pathname } = new URL(this.page.url());
    expect(pathname.startsWith("/sign-in"), `${address} leads to the sign-in`).toBe(address.startsWith("/sign-in"));
    this.pathname = pathname;
    for (;;) {
      const { crash, isTranslated, isOpen, next } = await this.look();
      const isThere = crash === undefined && isTranslated && this.isOnPage();
      const isDone = isThere && !isOpen && next === undefined && (this.isFresh || this.page.url() === href);
      if (isDone || (crash !== undefined && this.isFresh)) return;
      if (Date.now() > end) return this.note(`the time is over, and controls are left, such as ${next?.name}`);
      if (isThere && next !== undefined) {
        this.at = `${folder}, ${isOpen ? "in what it opens, " : ""}${next.takes ?? "press"} ${next.name}`;
        await this.use(next, isOpen);
      } else if (!isThere || !isOpen || !(await this.close())) await this.open(address);
    }
  }

  /** Follows the second link of the menu of a page, without a load of the next page. */
  async followMenu(address: string): Promise<void> {
    this.at = "the menu";
    await this.open(address);
    const link = this.page.getByRole("navigation", { name: "Main navigation" }).getByRole("link").nth(1);
    await link.click();
    await expect(link).toHaveAttribute("aria-current", "page");
    await this.settle();
    expect((await this.look()).isTranslated).toBe(true);
  }

  /** Returns what has broken since the last time. */
  takeBroken(): string[] {
    return this.broken.splice(0);
  }

  private note(what: string): void {
    this.broken.push(`${this.at}: ${what}`);
  }

  private async open(address: string): Promise<void> {
    this.requests.clear();
    expect((await this.page.goto(address))?.status(), address).toBe(200);
    await translate(this.page);
    await this.settle();
    [this.opener, this.isFresh] = ["", true];
  }

  private isOnPage(): boolean {
    return new URL(this.page.url()).pathname === this.pathname;
  }

  private async look(): Promise<Look> {
    // The next document begins without its main part. If it stays so, the look says it.
    await this.page.waitForSelector("main", { state: "attached", timeout: arrivalMs }).catch(() => null);
    const look = await this.inPage(() => this.page.evaluate(lookAround, { used: this.used, opener: this.opener }));
    if (look.crash !== undefined) this.note(`the page is gone: ${look.crash}`);
    if (look.staleTexts.length > 0) this.note(`still shows ${look.staleTexts.join(", ")}`);
    return look;
  }

  private async use({ key, takes, opens, isRow }: Control, isInOverlay: boolean): Promise<void> {
    const address = this.page.url();
    const control = await this.page.$("[data-next-control]");
    const options = { timeout: controlMs };
    // A click before React has taken the control over is lost.
    if (opens && control !== null) await this.page.waitForFunction(isTakenOver, control);
    try {
      if (takes === undefined) await control?.click(options);
      else if (takes === "select") await control?.selectOption({ index: 1 }, options);
      else if (takes === "file") await control?.setInputFiles({ name: "a.csv", mimeType: "text/csv", buffer: Buffer.from("a") }, options);
      else await control?.fill(texts[takes] ?? "7", options);
      // Without this, the next control would be used while the page is being left.
      if (isRow) await this.page.waitForURL(({ href }) => href !== address, { timeout: arrivalMs, waitUntil: "commit" });
    } catch (error) {
      // It is found again if it was replaced or covered meanwhile.
      if (this.mayTryAgain(key)) return;
      this.note(`was not used: ${String(error)}`);
    }
    this.isFresh = false;
    if (!isInOverlay) this.opener = key;
    await this.settle();
    if (opens && !(await this.hasOpened())) {
      // A control before it led elsewhere only now.
      if (!this.isOnPage() && this.mayTryAgain(key)) return;
      this.note("opened nothing");
    }
    this.count += 1;
    this.used.push(key);
  }

  /** True once a menu or a dialog is open; false if the page is left, or if nothing opens for long. */
  private async hasOpened(): Promise<boolean> {
    const isDecided = (pathname: string) =>
      location.pathname !== pathname ||
      document.querySelector("[data-state=open]:is([role=dialog], [role=alertdialog], [role=menu])") !== null;
    await this.page.waitForFunction(isDecided, this.pathname, { timeout: arrivalMs }).catch(() => null);
    await this.settle();
    return (await this.look()).isOpen;
  }

  private mayTryAgain(key: string): boolean {
    const attempt = (this.attempts.get(key) ?? 0) + 1;
    this.attempts.set(key, attempt);
    return attempt < 3;
  }

  /** Closes what is open; false if it stays. */
  private async close(): Promise<boolean> {
    await this.page.keyboard.press("Escape");
    await this.settle();
    return !(await this.look()).isOpen;
  }

  /** Waits for answers, and until React has shown them. */
  private async settle(): Promise<void> {
    await this.inPage(() => this.page.evaluate(nextFrame));
    while (this.requests.size > 0) {
      await expect.poll(() => this.requests.size, { message: "every request is answered", intervals: [20] }).toBe(0);
      await this.inPage(() => this.page.evaluate(nextFrame));
    }
  }

  /** Tries again in the next document, if the page is replaced by it meanwhile. */
  private async inPage<Result>(run: () => Promise<Result>): Promise<Result> {
    try {
      return await run();
    } catch (error) {
      if (!String(error).includes("Execution context was destroyed")) throw error;
      await this.page.waitForLoadState();
      return run();
    }
  }
}

function isTakenOver(control: Element): boolean {
  return Object.keys(control).some((name) => name.startsWith("__reactProps"));
}
