/** What a step would touch, as the page tells it (capture/in-page/step-target.ts). Texts are cut to a few hundred characters. */
export interface StepTarget {
  readonly tag: string;
  readonly role: string;
  /** What people read on it. */
  readonly text: string;
  /** aria-label, title, alt, value: what it is called where nothing is to be read. */
  readonly names: string;
  /** Ids, classes and icons: what it is called in the page's own code. */
  readonly hints: string;
  readonly href: string;
  /** The HTTP method that the page's code gives a link or a form (data-method, _method). */
  readonly method: string;
  /** A link that only leads somewhere. */
  readonly isLink: boolean;
  /** Sends the form that it stands in. */
  readonly isSubmit: boolean;
  readonly isEditable: boolean;
  readonly isDisabled: boolean;
  /** Of a field: type, autocomplete, name, label. */
  readonly field: string;
  readonly form: FormFacts | null;
  /** The words of the dialogue around it; empty where there is none. */
  readonly dialogue: string;
  /** Headings above it, and the path of the page. */
  readonly area: string;
}

export interface FormFacts {
  readonly action: string;
  readonly method: string;
  /** Of every field: type, autocomplete, name, label. */
  readonly fields: readonly string[];
  /** The text of the button that sends it, where another element of the form is touched. */
  readonly submitText: string;
  readonly heading: string;
}
