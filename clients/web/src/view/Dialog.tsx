/** A window over the page, by the browser's own `dialog`: it keeps the focus and closes with Escape. */

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

interface Props {
  title: string;
  isOpen: boolean;
  close: () => void;
  children: ComponentChildren;
}

export function Dialog({ title, isOpen, close, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  // Before the next key: until it is open, that would be one for the table.
  useLayoutEffect(() => {
    if (isOpen && !ref.current?.open) ref.current?.showModal();
    if (!isOpen) ref.current?.close();
  }, [isOpen]);
  return (
    <dialog ref={ref} aria-label={title} onClose={close}>
      {isOpen && (
        <>
          <div class="dialog-head">
            <h2>{title}</h2>
            <button type="button" class="icon" onClick={close}>
              <span aria-hidden="true">×</span>
              <span class="hidden">Close</span>
            </button>
          </div>
          {children}
        </>
      )}
    </dialog>
  );
}
