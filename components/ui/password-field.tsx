"use client";

import { clsx } from "clsx";
import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { UI_TEXTS } from "../texts/en/ui-texts";
import { Button } from "./button";
import { FIELD_BOX, FieldFrame, type FieldParts } from "./field";

/**
 * A password field with a label, a description, an error, and a button that shows the password until the form is
 * submitted.
 */
export function PasswordField({
  label,
  description,
  error,
  className,
  ...rest
}: Omit<ComponentProps<"input">, "id" | "type"> & FieldParts) {
  const [isShown, setShown] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const form = box.current?.closest("form");
    const hide = () => setShown(false);
    form?.addEventListener("submit", hide);
    return () => form?.removeEventListener("submit", hide);
  }, []);
  return (
    <FieldFrame label={label} description={description} error={error} className={className}>
      {(wiring) => (
        <div ref={box} className="relative">
          <input
            {...rest}
            {...wiring}
            type={isShown ? "text" : "password"}
            // Even a visible password must not be autocorrected or sent to a spelling service.
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className={clsx(FIELD_BOX, "min-h-10 pr-11")}
          />
          <Button
            tone="quiet"
            size="tiny-icon"
            aria-label={isShown ? UI_TEXTS.hidePassword : UI_TEXTS.showPassword}
            // Distinguishes the buttons in a form with several passwords.
            aria-describedby={`${wiring.id}-label`}
            aria-controls={wiring.id}
            className="absolute top-1/2 right-1.5 -translate-y-1/2"
            onClick={() => setShown(!isShown)}
          >
            {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          </Button>
        </div>
      )}
    </FieldFrame>
  );
}
