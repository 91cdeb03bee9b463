import { useEffect, useRef, useState } from 'react';

/** The width of an element in pixels, so that drawings need no scaling and their text stays readable. */
export function useWidth(first: number): readonly [React.RefObject<HTMLDivElement | null>, number] {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(first);
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.max(220, Math.floor(entry.contentRect.width)));
    });
    if (box.current) watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  return [box, width];
}
