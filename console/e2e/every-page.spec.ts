import { holdScripts, settled, shiftsOf, watchArrivals } from "./support/arrivals";
import { DRILLS } from "./support/effort";
import { findings, overflow, WIDTHS, WINDOWS } from "./support/looks";
import { builtPages, liveThrough, openPage } from "./support/pages";
import { expect, test } from "./support/test";

const MOST_SHIFT = 0.05; // half of what Web Vitals call good

// Each page is opened once, in one of three widths in turn, and resized in place: a ticket on a phone, where its parts
// stand above its process. In drills each is opened in each of them.
Object.entries(WIDTHS).forEach(([name, opened], part, { length: parts }) => {
  test(`pages opened at the width of a ${name} stand still, keep within every window and are without fault for axe`, async ({ visit }) => {
    const { page, api } = await visit({ as: "ADMIN" });
    const pages = builtPages(await liveThrough(api)).filter((_, at) => DRILLS || (at + 1) % parts === part);
    await watchArrivals(page);
    if (name !== "desk") await holdScripts(page); // narrow, more parts stand above one another
    const faults: string[] = [];
    const note = (where: string, found: string[]) => faults.push(...found.map((one) => `${where}: ${one}`));
    for (const address of pages) {
      await page.setViewportSize(opened);
      await openPage(page, address);
      await settled(page);
      const { all, by } = await shiftsOf(page);
      if (all >= MOST_SHIFT) note(address, [`moves by ${all}: ${by}`]);
      for (const size of WINDOWS) {
        await page.setViewportSize(size);
        await settled(page);
        note(`${address} in ${size.width} px`, await overflow(page));
        if (size === WIDTHS.desk || size === WIDTHS.phone) note(`${address} in ${size.width} px`, await findings(page));
      }
    }
    expect(faults).toEqual([]);
  });
});
