import { Pause, Play, Repeat, RotateCcw } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import type { TestimonialDetail } from "@/api/types";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Notice } from "@/components/ui/notice";

import { SaveFile } from "./pictures";
import { sayTime } from "./say-time";
import styles from "./testimonial.module.css";
import { Waveform } from "./waveform";

const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;
const STEP = 5; // seconds

interface Loop {
  from: number;
  /** Null until its end is marked. */
  to: number | null;
}

interface Props {
  source: string;
  file: TestimonialDetail["file"];
  isVideo: boolean;
  /** The address has ended: another one is needed. */
  onEnded: () => void;
}

/** Audio or video with speed, five seconds back, and a loop between two marks; its keys work while somebody types. */
export function Player({ source, file, isVideo, onEnded }: Props) {
  const { t } = useTranslation();
  const media = useRef<HTMLMediaElement>(null);
  const [at, setAt] = useState(0);
  const [length, setLength] = useState((file.duration ?? 0) / 1_000);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<number>(1);
  const [loop, setLoop] = useState<Loop | null>(null);
  const [unplayable, setUnplayable] = useState(false);
  const asked = useRef<string | null>(null); // the address that failed last

  const go = (seconds: number) => {
    if (media.current) media.current.currentTime = Math.min(Math.max(seconds, 0), length || Infinity);
  };
  const toggle = () => {
    const { current } = media;
    if (current?.paused) current.play().catch(() => undefined); // `error` says why
    else current?.pause();
  };
  const faster = (by: number) => {
    const place = SPEEDS.findIndex((each) => each === speed) + by;
    setSpeed(SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, place))] ?? 1);
  };
  useEffect(() => {
    if (media.current) media.current.playbackRate = speed;
  }, [speed, source]);

  // not among the keys of the page: these work in fields too
  const press = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const act = {
      ArrowLeft: () => go((media.current?.currentTime ?? 0) - STEP),
      ArrowRight: () => go((media.current?.currentTime ?? 0) + STEP),
      ArrowDown: toggle,
      ArrowUp: () => faster(speed === SPEEDS.at(-1) ? -SPEEDS.length : 1),
    }[event.key];
    if (!act) return;
    event.preventDefault(); // else the browser leaves the page
    act();
  });
  useEffect(() => {
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);

  const moved = () => {
    const now = media.current?.currentTime ?? 0;
    if (loop?.to != null && now >= loop.to) go(loop.from);
    setAt(now);
  };
  const failed = () => {
    if (asked.current === source) {
      setUnplayable(true); // a new address did not help
      return;
    }
    asked.current = source;
    onEnded();
  };
  const events = {
    src: source,
    preload: "metadata",
    onTimeUpdate: moved,
    onSeeked: moved,
    onPlay: () => setPlaying(true),
    onPause: () => setPlaying(false),
    onLoadedMetadata: () => {
      const { current } = media;
      if (!current) return;
      if (Number.isFinite(current.duration)) setLength(current.duration);
      current.playbackRate = speed;
      if (at > 0) current.currentTime = at; // another address for the same file: goes on where it was
    },
    onError: failed,
    "aria-label": t("testimonials.player.label"),
  } as const;
  const markLoop = () => {
    if (loop === null) setLoop({ from: at, to: null });
    else if (loop.to === null && at > loop.from) setLoop({ ...loop, to: at });
    else setLoop(null);
  };
  const loopWord = loop === null ? "loopFrom" : loop.to === null && at > loop.from ? "loopTo" : "loopEnd";

  return (
    <figure className={styles.viewer}>
      {isVideo ? (
        <div className={styles.view}>
          <video ref={media as React.RefObject<HTMLVideoElement>} {...events} playsInline onClick={toggle} />
        </div>
      ) : (
        <>
          <audio ref={media} {...events} />
          <Waveform levels={file.waveform} played={length > 0 ? at / length : 0} loop={loop} length={length} onChoose={(part) => go(part * length)} />
        </>
      )}
      {unplayable && (
        <Notice tone="warning" alert>
          {t("testimonials.file.unplayable")}
        </Notice>
      )}
      <input
        type="range"
        className={styles.position}
        min={0}
        max={Math.max(length, 0.1)}
        step={0.1}
        value={at}
        aria-label={t("testimonials.player.position")}
        aria-valuetext={t("testimonials.player.time", { at: sayTime(at), all: sayTime(length) })}
        onChange={({ target }) => go(target.valueAsNumber)}
      />
      <div className={`row wrap ${styles.tools}`} role="toolbar" aria-label={t("testimonials.player.tools")}>
        <Button size="s" icon={playing ? Pause : Play} aria-keyshortcuts="Alt+ArrowDown" onClick={toggle}>
          {t(playing ? "testimonials.player.pause" : "testimonials.player.play")}
        </Button>
        <IconButton size="s" icon={RotateCcw} label={t("testimonials.player.back")} aria-keyshortcuts="Alt+ArrowLeft" onClick={() => go(at - STEP)} />
        <label className="row">
          <span className="meta">{t("testimonials.player.speed")}</span>
          <select className={`select ${styles.speed}`} value={speed} onChange={({ target }) => setSpeed(Number(target.value))}>
            {SPEEDS.map((each) => (
              <option key={each} value={each}>
                {t("testimonials.player.times", { speed: each })}
              </option>
            ))}
          </select>
        </label>
        <Button size="s" tone="quiet" icon={Repeat} aria-pressed={loop !== null} onClick={markLoop}>
          {t(`testimonials.player.${loopWord}`)}
        </Button>
        <span className="end" />
        <span className={`meta ${styles.time}`}>{t("testimonials.player.time", { at: sayTime(at), all: sayTime(length) })}</span>
        <SaveFile original={source} />
      </div>
      <p className="meta not-phone">{t("testimonials.player.keys")}</p>
    </figure>
  );
}
