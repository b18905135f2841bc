import { ChevronLeft, ChevronRight, Maximize, RotateCcw, RotateCw, Sun, ZoomIn, ZoomOut } from "lucide-react";
import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { Disclosure } from "@/components/ui/disclosure";

import { FileTool } from "./file-tool";
import styles from "./testimonial.module.css";
import { shortcutOf, useFileKeys, withKey } from "./use-file-keys";

interface Look {
  zoom: number;
  /** In degrees, a multiple of 90. */
  turned: number;
  /** In percent of the view. */
  x: number;
  y: number;
}

interface Props {
  pages: readonly { url: string; width: number; height: number }[];
  /** When the addresses came, in milliseconds: an address may be the same again. */
  loadedAt: number;
  /** The image did not come. */
  onFailed: () => void;
  name: string;
  save: ReactNode;
}

const WHOLE: Look = { zoom: 1, turned: 0, x: 0, y: 0 };
const STEP = 1.25;
const MOST = 8;
const PAN = 10;
const DARKEST = 50;
const BRIGHTEST = 200;

/** Zoom, rotation, position and brightness of an image, page by page. */
export function Pictures({ pages, loadedAt, onFailed, name, save }: Props) {
  const { t } = useTranslation();
  const [place, setPlace] = useState(0);
  const [look, setLook] = useState<Look>(WHOLE);
  const [brightness, setBrightness] = useState(100);
  const page = pages[place];
  const zoom = (by: number) => setLook((was) => ({ ...was, zoom: Math.min(MOST, Math.max(1, was.zoom * by)), ...(was.zoom * by <= 1 && { x: 0, y: 0 }) }));
  const pan = (x: number, y: number) => setLook((was) => ({ ...was, x: within(was.x + x, was.zoom), y: within(was.y + y, was.zoom) }));
  const turn = (by: number) => setLook((was) => ({ ...was, turned: was.turned + by }));
  const show = (next: number) => {
    setPlace(next);
    setLook(({ turned }) => ({ ...WHOLE, turned }));
  };
  const fit = () => setLook(({ turned }) => ({ ...WHOLE, turned }));
  // all of them by one key: darker again after the brightest
  const brighten = () => setBrightness((was) => (was >= BRIGHTEST ? DARKEST : Math.min(BRIGHTEST, was + 25)));
  useFileKeys([
    { key: "+", label: t("testimonials.picture.larger"), run: () => zoom(STEP) },
    { key: "-", label: t("testimonials.picture.smaller"), run: () => zoom(1 / STEP) },
    { key: "0", label: t("testimonials.picture.fit"), run: fit },
    { key: "ArrowLeft", label: t("testimonials.picture.keys.left"), run: () => pan(PAN, 0) },
    { key: "ArrowRight", label: t("testimonials.picture.keys.right"), run: () => pan(-PAN, 0) },
    { key: "ArrowUp", label: t("testimonials.picture.keys.up"), run: () => pan(0, PAN) },
    { key: "ArrowDown", label: t("testimonials.picture.keys.down"), run: () => pan(0, -PAN) },
    { key: "r", label: t("testimonials.picture.right"), run: () => turn(90) },
    { key: "l", label: t("testimonials.picture.brightness"), run: brighten },
    ...(place > 0 ? [{ key: "PageUp", label: t("testimonials.picture.previous"), run: () => show(place - 1) }] : []),
    ...(place < pages.length - 1 ? [{ key: "PageDown", label: t("testimonials.picture.next"), run: () => show(place + 1) }] : []),
  ]);
  const press = (event: KeyboardEvent) => {
    const act = { "+": () => zoom(STEP), "-": () => zoom(1 / STEP), ArrowLeft: () => pan(PAN, 0), ArrowRight: () => pan(-PAN, 0), ArrowUp: () => pan(0, PAN), ArrowDown: () => pan(0, -PAN) }[event.key];
    if (!act || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    act();
  };
  const drag = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.buttons !== 1) return;
    const { clientWidth, clientHeight } = event.currentTarget;
    pan((100 * event.movementX) / clientWidth, (100 * event.movementY) / clientHeight);
  };
  if (!page) return null;
  const isAcross = look.turned % 180 !== 0;
  return (
    <figure className={`${styles.viewer} ${styles.pictures}`}>
      <div className={`row ${styles.bar}`} role="toolbar" aria-label={t("testimonials.picture.tools")}>
        <FileTool icon={ZoomOut} label={t("testimonials.picture.smaller")} shortcut="-" disabled={look.zoom === 1} onClick={() => zoom(1 / STEP)} />
        <bdi className={`meta ${styles.zoom}`}>{t("testimonials.picture.zoom", { percent: Math.round(look.zoom * 100) })}</bdi>
        <FileTool icon={ZoomIn} label={t("testimonials.picture.larger")} shortcut="+" disabled={look.zoom === MOST} onClick={() => zoom(STEP)} />
        <FileTool icon={Maximize} label={t("testimonials.picture.fit")} shortcut="0" onClick={fit} />
        <span className={styles.rule} aria-hidden />
        <FileTool icon={RotateCcw} label={t("testimonials.picture.left")} onClick={() => turn(-90)} />
        <FileTool icon={RotateCw} label={t("testimonials.picture.right")} shortcut="r" onClick={() => turn(90)} />
        <span className={styles.rule} aria-hidden />
        <Disclosure icon={Sun} label={t("testimonials.picture.brightness")} hint={withKey(t("testimonials.picture.brightness"), "l")} on={brightness !== 100}>
          <input
            type="range"
            min={DARKEST}
            max={BRIGHTEST}
            step={5}
            value={brightness}
            aria-label={t("testimonials.picture.brightness")}
            aria-keyshortcuts={shortcutOf("l")}
            onChange={({ target }) => setBrightness(target.valueAsNumber)}
          />
        </Disclosure>
        <bdi className={`meta cut end ${styles.name}`} title={name}>
          {name}
        </bdi>
        <span className={`row ${styles.last}`}>
          {pages.length > 1 && (
            <>
              <FileTool icon={ChevronLeft} label={t("testimonials.picture.previous")} shortcut="PageUp" disabled={place === 0} onClick={() => show(place - 1)} />
              <span className="meta" aria-live="polite">
                {t("testimonials.picture.page", { page: place + 1, pages: pages.length })}
              </span>
              <FileTool icon={ChevronRight} label={t("testimonials.picture.next")} shortcut="PageDown" disabled={place === pages.length - 1} onClick={() => show(place + 1)} />
            </>
          )}
          {save}
        </span>
      </div>
      <button
        type="button"
        className={styles.view}
        style={{ "--ratio": isAcross ? page.height / page.width : page.width / page.height } as CSSProperties}
        aria-label={t("testimonials.picture.view")}
        data-zoomed={look.zoom > 1 ? true : undefined}
        onKeyDown={press}
        onPointerMove={drag}
      >
        <img
          key={`${page.url} ${loadedAt}`}
          src={page.url}
          width={page.width}
          height={page.height}
          alt={t("testimonials.picture.label", { page: place + 1, pages: pages.length })}
          draggable={false}
          className={isAcross ? styles.across : undefined}
          style={{
            transform: `translate(${look.x}%, ${look.y}%) rotate(${look.turned}deg) scale(${look.zoom})`,
            filter: `brightness(${brightness}%)`,
          }}
          onLoad={({ currentTarget }) => currentTarget.setAttribute("data-loaded", "")}
          onError={onFailed}
        />
      </button>
    </figure>
  );
}

/** As far as the edge of an image of this size. */
function within(position: number, zoom: number): number {
  const most = 50 * (zoom - 1);
  return Math.min(most, Math.max(-most, position));
}
