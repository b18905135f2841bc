import { ChevronLeft, ChevronRight, Download, Maximize, RotateCcw, RotateCw, ZoomIn, ZoomOut } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { IconButton } from "@/components/ui/icon-button";

import styles from "./testimonial.module.css";

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
  original: string;
  /** The address has ended, or the image did not come. */
  onEnded: () => void;
}

const WHOLE: Look = { zoom: 1, turned: 0, x: 0, y: 0 };
const STEP = 1.25;
const MOST = 8;
const PAN = 10;

/** Zoom, rotation, position and brightness of an image, page by page. */
export function Pictures({ pages, original, onEnded }: Props) {
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
    <figure className={styles.viewer}>
      <button
        type="button"
        className={styles.view}
        aria-label={t("testimonials.picture.view")}
        data-zoomed={look.zoom > 1 ? true : undefined}
        onKeyDown={press}
        onPointerMove={drag}
      >
        <img
          key={page.url}
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
          onError={onEnded}
        />
      </button>
      <div className={`row wrap ${styles.tools}`} role="toolbar" aria-label={t("testimonials.picture.tools")}>
        <IconButton size="s" icon={ZoomOut} label={t("testimonials.picture.smaller")} disabled={look.zoom === 1} onClick={() => zoom(1 / STEP)} />
        <IconButton size="s" icon={ZoomIn} label={t("testimonials.picture.larger")} disabled={look.zoom === MOST} onClick={() => zoom(STEP)} />
        <IconButton size="s" icon={Maximize} label={t("testimonials.picture.fit")} onClick={() => setLook(({ turned }) => ({ ...WHOLE, turned }))} />
        <IconButton size="s" icon={RotateCcw} label={t("testimonials.picture.left")} onClick={() => turn(-90)} />
        <IconButton size="s" icon={RotateCw} label={t("testimonials.picture.right")} onClick={() => turn(90)} />
        <label className={`row ${styles.slider}`}>
          <span className="meta">{t("testimonials.picture.brightness")}</span>
          <input type="range" min={50} max={200} step={5} value={brightness} onChange={({ target }) => setBrightness(target.valueAsNumber)} />
        </label>
        <span className="end" />
        {pages.length > 1 && (
          <>
            <IconButton size="s" icon={ChevronLeft} label={t("testimonials.picture.previous")} disabled={place === 0} onClick={() => show(place - 1)} />
            <span className="meta" aria-live="polite">
              {t("testimonials.picture.page", { page: place + 1, pages: pages.length })}
            </span>
            <IconButton size="s" icon={ChevronRight} label={t("testimonials.picture.next")} disabled={place === pages.length - 1} onClick={() => show(place + 1)} />
          </>
        )}
        <SaveFile original={original} />
      </div>
    </figure>
  );
}

/** The file as it came. */
export function SaveFile({ original }: { original: string }) {
  const { t } = useTranslation();
  return (
    <a className={buttonClass("quiet", "s", "btn-icon")} href={original} download aria-label={t("testimonials.file.save")} title={t("testimonials.file.save")}>
      <Icon of={Download} />
    </a>
  );
}

/** As far as the edge of an image of this size. */
function within(position: number, zoom: number): number {
  const most = 50 * (zoom - 1);
  return Math.min(most, Math.max(-most, position));
}
