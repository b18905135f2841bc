import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DEFAULT_SETTINGS, saveSettings, useSettings } from "@/lib/settings";

import { Choice } from "./choice";

interface Props {
  onClose: () => void;
}

/** The settings of this browser (spec, section 3). Each change is saved and takes effect at once. */
export function SettingsDialog({ onClose }: Props) {
  const { t } = useTranslation();
  const settings = useSettings();
  return (
    <Dialog
      onClose={onClose}
      title={t("settings.title")}
      description={t("settings.kept")}
      footer={
        <>
          <Button tone="quiet" onClick={() => saveSettings(DEFAULT_SETTINGS)}>
            {t("settings.restore")}
          </Button>
          <span className="end" />
          <Button onClick={onClose}>{t("common.close")}</Button>
        </>
      }
    >
      <div className="form">
        <Choice
          label={t("settings.theme.label")}
          value={settings.theme}
          onChange={(theme) => saveSettings({ theme })}
          options={[
            { value: "light", label: t("settings.theme.light") },
            { value: "dark", label: t("settings.theme.dark") },
          ]}
        />
        <Choice
          label={t("settings.direction.label")}
          value={settings.direction}
          onChange={(direction) => saveSettings({ direction })}
          options={[
            { value: "ltr", label: t("settings.direction.ltr") },
            { value: "rtl", label: t("settings.direction.rtl") },
          ]}
        />
        <label className="check">
          <input
            type="checkbox"
            checked={settings.responsiveFontSizes}
            onChange={(event) => saveSettings({ responsiveFontSizes: event.target.checked })}
          />
          <span>
            <span className="strong">{t("settings.responsiveFontSizes.label")}</span>
            <span className="meta check-hint">{t("settings.responsiveFontSizes.hint")}</span>
          </span>
        </label>
        <label className="check">
          <input
            type="checkbox"
            checked={settings.singleKeys}
            onChange={(event) => saveSettings({ singleKeys: event.target.checked })}
          />
          <span>
            <span className="strong">{t("settings.singleKeys.label")}</span>
            <span className="meta check-hint">{t("settings.singleKeys.hint")}</span>
          </span>
        </label>
      </div>
    </Dialog>
  );
}
