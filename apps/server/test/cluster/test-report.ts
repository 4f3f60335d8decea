/** As vitest's JSON reporter writes it. */
export interface TestReport {
  testResults: {
    /** The path of the file. */
    name: string;
    status: string;
    message: string;
    assertionResults: TestResult[];
  }[];
}

export interface TestResult {
  ancestorTitles: string[];
  title: string;
  status: string;
  failureMessages: string[];
}
