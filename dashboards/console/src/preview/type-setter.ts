import type { Painting, TypeLook } from '@reelyard/shared/scene/painting.ts';
import type { Canvas, CanvasKit, Paragraph } from 'canvaskit-wasm';
import type { Engine } from './engine.ts';

/** No line of a scene is wider; it keeps a paragraph on one line. */
const endlessPx = 1e6;

/**
 * Sets and paints with Skia's own paragraphs, which is what the canvas of a render node does inside: widths are the same
 * to the last bit and so are the pixels, whatever browser this is. The browser's canvas would set with its own fonts'
 * hints and spacing.
 */
export const typeSetter = ({ canvasKit, fonts }: Engine) => {
  const paragraphOf = (text: string, look: TypeLook, fill: string): Paragraph => {
    const style = new canvasKit.ParagraphStyle({
      textStyle: {
        color: canvasKit.parseColorString(fill),
        fontFamilies: [...look.families],
        fontSize: look.sizePx,
        letterSpacing: look.letterSpacingPx,
      },
      textDirection: look.direction === 'rtl' ? canvasKit.TextDirection.RTL : canvasKit.TextDirection.LTR,
      textAlign: canvasKit.TextAlign.Left,
    });
    const builder = canvasKit.ParagraphBuilder.MakeFromFontProvider(style, fonts);
    builder.addText(text);
    const paragraph = builder.build();
    builder.delete();
    paragraph.layout(endlessPx);
    return paragraph;
  };

  const measure = (text: string, look: TypeLook): number => {
    const paragraph = paragraphOf(text, look, '#000');
    const width = paragraph.getMaxIntrinsicWidth();
    paragraph.delete();
    return width;
  };

  const drawMark = (canvas: Canvas, mark: Painting['marks'][number]): void => {
    if (mark.kind === 'text') {
      const paragraph = paragraphOf(mark.text, mark.look, mark.fill);
      // A paragraph puts half of the spacing before the first letter, the canvas of a node puts all of it behind.
      const x = mark.x - mark.look.letterSpacingPx / 2;
      canvas.drawParagraph(paragraph, x, mark.baseline - paragraph.getAlphabeticBaseline());
      paragraph.delete();
      return;
    }
    const paint = new canvasKit.Paint();
    paint.setAntiAlias(true);
    paint.setColor(canvasKit.parseColorString(mark.fill));
    if (mark.kind === 'polygon') {
      const outline = new canvasKit.PathBuilder();
      outline.addPolygon(
        mark.points.flatMap(([x, y]) => [x, y]),
        true,
      );
      const path = outline.detach();
      canvas.drawPath(path, paint);
      path.delete();
      outline.delete();
    } else {
      const box = canvasKit.RRectXY(
        canvasKit.XYWHRect(mark.x, mark.y, mark.width, mark.height),
        mark.radius,
        mark.radius,
      );
      canvas.drawRRect(box, paint);
      if (mark.stroke !== null) {
        paint.setStyle(canvasKit.PaintStyle.Stroke);
        paint.setStrokeWidth(1);
        paint.setColor(canvasKit.parseColorString(mark.stroke));
        canvas.drawRRect(box, paint);
      }
    }
    paint.delete();
  };

  /** Straight RGBA. */
  const paint = ({ widthPx, heightPx, scale, marks }: Painting): Uint8Array =>
    drawnPixels(canvasKit, widthPx, heightPx, (canvas) => {
      canvas.scale(scale, scale);
      for (const mark of marks) drawMark(canvas, mark);
    });

  return { measure, paint };
};

/** What `draw` draws on a clear picture: straight RGBA, rows without gaps. Always in software: small, and exact. */
export const drawnPixels = (
  canvasKit: CanvasKit,
  widthPx: number,
  heightPx: number,
  draw: (canvas: Canvas) => void,
): Uint8Array => {
  const surface = canvasKit.MakeSurface(widthPx, heightPx);
  if (surface === null) throw new Error(`no room for a picture of ${widthPx} × ${heightPx}`);
  try {
    const canvas = surface.getCanvas();
    canvas.clear(canvasKit.TRANSPARENT);
    draw(canvas);
    surface.flush();
    const pixels = canvas.readPixels(0, 0, {
      width: widthPx,
      height: heightPx,
      colorType: canvasKit.ColorType.RGBA_8888,
      alphaType: canvasKit.AlphaType.Unpremul,
      colorSpace: canvasKit.ColorSpace.SRGB,
    });
    if (pixels === null) throw new Error('a picture could not be read back');
    return pixels as Uint8Array;
  } finally {
    surface.delete();
  }
};
