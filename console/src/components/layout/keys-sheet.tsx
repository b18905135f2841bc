import { useTranslation } from "react-i18next";

import { Dialog } from "@/components/ui/dialog";
import { Key } from "@/components/ui/key";
import { listHotkeys } from "@/lib/hotkeys";
import { useSettings } from "@/lib/settings";

interface Props {
  onClose: () => void;
}

/** Every keyboard shortcut of the page below; those that do nothing now are grey. */
export function KeysSheet({ onClose }: Props) {
  const { t } = useTranslation();
  const { singleKeys } = useSettings();
  const groups = listHotkeys();
  const hasGrey = groups.some(({ hotkeys }) => hotkeys.some(({ off }) => off));
  const isOfItem = groups.some(({ group }) => group === "outcomes");
  return (
    <Dialog
      onClose={onClose}
      title={t("frame.keys.title")}
      footer={<span className="meta dialog-note">{t(singleKeys ? "frame.keys.rest" : "frame.keys.off")}{hasGrey && ` ${t("frame.keys.grey")}`}</span>}
      wide
    >
      <div className={isOfItem ? "keys-sheet with-item" : "keys-sheet"}>
        {groups.map(({ group, hotkeys }) => (
          <section key={group} className="stack-s" data-group={group}>
            <h3 className="section-title">{t(`frame.keys.groups.${group}`)}</h3>
            <dl>
              {hotkeys.map((hotkey) => (
                <div key={hotkey.keys} className={hotkey.off ? "row dim" : "row"}>
                  <dt>
                    <span>{hotkey.label}</span>
                    {hotkey.about && <p className="meta">{hotkey.about}</p>}
                  </dt>
                  <dd className="end">
                    <Key keys={hotkey.keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
