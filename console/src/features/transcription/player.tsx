import { Mic, Pause, Play, Repeat, RotateCcw, RotateCw, Video } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import type { TestimonialDetail } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

import { FileTool } from "./file-tool";
import { sayTime } from "./say-time";
import styles from "./testimonial.module.css";
import { shortcutOf, useFileKeys, withKey } from "./use-file-keys";
import { Waveform } from "./waveform";

const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;
const STEP = 5; // seconds

interface Loop {
  from: number;
  /** Null until its end is marked. */
  to: number | null;
}

/** Where a recording stood, and whether it was playing. */
interface Place {
  at: number;
  plays: boolean;
}

interface Props {
  source: string;
  /** When the address came, in milliseconds: it may be the same again. */
  loadedAt: number;
  file: TestimonialDetail["file"];
  isVideo: boolean;
  onFailed: () => void;
  save: ReactNode;
}

/** Audio or video with speed, five seconds back, and a loop between two marks; its keys work while somebody types. */
export function Player({ source, loadedAt, file, isVideo, onFailed, save }: Props) {
  const { t } = useTranslation();
  const media = useRef<HTMLMediaElement>(null);
  const [at, setAt] = useState(0);
  const [length, setLength] = useState((file.duration ?? 0) / 1_000);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<number>(1);
  const [loop, setLoop] = useState<Loop | null>(null);
  const [failedAt, setFailedAt] = useState<Place | null>(null);
  const [opened, setOpened] = useState({ source, loadedAt, at: 0, plays: false });
  // another address is taken where nothing plays, or the one before has failed: it goes on where it was
  if (loadedAt !== opened.loadedAt && (failedAt !== null || !playing)) {
    setOpened({ source, loadedAt, ...(failedAt ?? { at, plays: false }) });
    setFailedAt(null);
  }
  useEffect(() => {
    if (media.current?.error) media.current.load(); // the same address again
  }, [opened.loadedAt]);

  const go = (seconds: number) => {
    if (media.current) media.current.currentTime = Math.min(Math.max(seconds, 0), length || Infinity);
  };
  const play = () => {
    media.current?.play().catch(() => undefined); // `error` says why
  };
  const toggle = () => {
    const { current } = media;
    if (!current?.paused) return current?.pause();
    if (loop?.to != null && current.currentTime >= loop.to) go(loop.from);
    play();
  };
  const faster = () => {
    const place = SPEEDS.findIndex((each) => each === speed) + 1;
    setSpeed(SPEEDS[place % SPEEDS.length] ?? 1);
  };
  const skip = (by: number) => go((media.current?.currentTime ?? 0) + by);
  useEffect(() => {
    if (media.current) media.current.playbackRate = speed;
  }, [speed, opened.source]);

  const moved = () => {
    const now = media.current?.currentTime ?? 0;
    if (loop?.to != null && now >= loop.to) go(loop.from);
    setAt(now);
  };
  const events = {
    src: opened.source,
    preload: "metadata",
    onTimeUpdate: moved,
    onSeeked: moved,
    onPlay: () => setPlaying(true),
    onPause: () => setPlaying(false),
    onEnded: () => {
      if (loop?.to == null) return;
      go(loop.from); // its end is the end of the recording, where the browser stops
      play();
    },
    onLoadedMetadata: () => {
      const { current } = media;
      if (!current) return;
      if (Number.isFinite(current.duration)) setLength(current.duration);
      current.playbackRate = speed;
      if (opened.at > 0) current.currentTime = opened.at;
      if (opened.plays) play();
    },
    onError: () => {
      setFailedAt({ at, plays: playing });
      onFailed();
    },
    "aria-label": t("testimonials.player.label"),
  } as const;
  const markLoop = () => {
    if (loop === null) setLoop({ from: at, to: null });
    else if (loop.to === null && at > loop.from) setLoop({ ...loop, to: at });
    else setLoop(null);
  };
  const loopWord = loop === null ? "loopFrom" : loop.to === null && at > loop.from ? "loopTo" : "loopEnd";

  useFileKeys([
    { key: "ArrowDown", label: t("testimonials.player.keys.toggle"), run: toggle },
    { key: "ArrowLeft", label: t("testimonials.player.back"), run: () => skip(-STEP) },
    { key: "ArrowRight", label: t("testimonials.player.on"), run: () => skip(STEP) },
    { key: "ArrowUp", label: t("testimonials.player.keys.speed"), run: faster },
    { key: "l", label: t("testimonials.player.keys.loop"), run: markLoop },
  ]);

  return (
    <figure className={`${styles.viewer} ${styles.player}`}>
      <div className={`row ${styles.bar}`}>
        <Icon of={isVideo ? Video : Mic} />
        <bdi className="meta cut" title={file.name}>
          {file.name}
        </bdi>
        <span className="end" />
        {save}
      </div>
      {isVideo ? (
        <div className={styles.view}>
          <video ref={media as React.RefObject<HTMLVideoElement>} {...events} playsInline onClick={toggle} />
        </div>
      ) : (
        <div className={styles.sound}>
          <audio ref={media} {...events} />
          <Waveform levels={file.waveform} played={length > 0 ? at / length : 0} loop={loop} length={length} onChoose={(part) => go(part * length)} />
        </div>
      )}
      <div className={styles.controls}>
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
          <Button size="s" icon={playing ? Pause : Play} aria-keyshortcuts={shortcutOf("ArrowDown")} title={withKey(t("testimonials.player.keys.toggle"), "ArrowDown")} onClick={toggle}>
            {t(playing ? "testimonials.player.pause" : "testimonials.player.play")}
          </Button>
          <FileTool icon={RotateCcw} label={t("testimonials.player.back")} shortcut="ArrowLeft" onClick={() => skip(-STEP)} />
          <FileTool icon={RotateCw} label={t("testimonials.player.on")} shortcut="ArrowRight" onClick={() => skip(STEP)} />
          <label className="row" title={withKey(t("testimonials.player.keys.speed"), "ArrowUp")}>
            <span className="meta">{t("testimonials.player.speed")}</span>
            <select className={`select ${styles.speed}`} value={speed} onChange={({ target }) => setSpeed(Number(target.value))}>
              {SPEEDS.map((each) => (
                <option key={each} value={each}>
                  {t("testimonials.player.times", { speed: each })}
                </option>
              ))}
            </select>
          </label>
          <Button size="s" tone="quiet" icon={Repeat} aria-pressed={loop !== null} aria-keyshortcuts={shortcutOf("l")} title={withKey(t("testimonials.player.keys.loop"), "l")} onClick={markLoop}>
            {t(`testimonials.player.${loopWord}`)}
          </Button>
          <span className={`meta end ${styles.time}`}>{t("testimonials.player.time", { at: sayTime(at), all: sayTime(length) })}</span>
        </div>
        <p className="meta not-phone">{t("testimonials.player.hint")}</p>
      </div>
    </figure>
  );
}
