import { useState } from "react";

interface Props {
  name: string;
  size?: "s" | "m" | "l";
  /** The signed-in person. */
  me?: boolean;
  /** The file name of the picture (spec, section 3: avatarFilename). */
  picture?: string | null | undefined;
}

/** A picture, or initials. Hidden from screen readers, because the name is beside it or in the control's label. */
export function Avatar({ name, size = "s", me = false, picture }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span className={["avatar", size !== "s" && `avatar-${size}`, me && "me"].filter(Boolean).join(" ")} aria-hidden>
      {picture && picture !== broken ? (
        <img src={`/api/avatars/${picture}`} alt="" onError={() => setBroken(picture)} />
      ) : (
        initials(name)
      )}
    </span>
  );
}

/** First letters of the first and the last name. */
function initials(name: string): string {
  const letters = name.match(/(?<=^|\s)\p{L}/gu) ?? [];
  return [...letters.slice(0, 1), ...letters.slice(1).slice(-1)].join("").toUpperCase();
}
