#!/usr/bin/env python3
"""Draws the input documents of the TY25 sample cases as PDF files.

Requires reportlab==5.1.0 (Python 3.9 or later). The output is byte for byte
the same at every run: no creation date, a fixed document id.

    pip install reportlab==5.1.0
    python3 make_pdfs.py

The drawings are our own, laid out like the forms people know (boxes, labels,
amounts), and hold no IRS artwork. Everybody and everything in them is made up.
"""

from pathlib import Path

from reportlab.lib.pagesizes import letter
from reportlab.pdfgen import canvas

HERE = Path(__file__).resolve().parent
CASES = HERE / "ty25" / "test_data"
LEFT, TOP, WIDTH = 40, 742, 532
UNIT = 26  # height of one row of boxes, in points

PAYEE = {
    "us-901": ("Dora Q. Example", "123-00-0901", "901 Imaginary Lane", "Anytown, TX 00000"),
    "us-902": ("Bruno Sample", "123-00-0902", "902 Placeholder Street", "Sampleville, FL 00000"),
    "us-902-spouse": ("Edda Sample", "123-00-0912", "902 Placeholder Street", "Sampleville, FL 00000"),
    "us-902-child": ("Kim Sample", "123-00-0922", "902 Placeholder Street", "Sampleville, FL 00000"),
    "ca-901": ("Tamar Testperson", "123-00-0903", "903 Fictional Avenue", "Oakland, CA 00000"),
    "il-901": ("Ralf Mockname", "123-00-0904", "904 Pretend Road", "Springfield, IL 00000"),
    "il-901-spouse": ("Olga Mockname", "123-00-0914", "904 Pretend Road", "Springfield, IL 00000"),
    "ny-901": ("Ugo Nonesuch", "123-00-0905", "905 Unreal Plaza", "Albany, NY 00000"),
    "va-901": ("Lotte Standin", "123-00-0906", "906 Makebelieve Court", "Arlington, VA 00000"),
}


def money(amount):
    return "" if amount is None else f"{amount:,.2f}"


def share(amount, numerator, denominator):
    """A share of a whole-dollar amount, in dollars and cents, rounded half up."""
    cents = (amount * 100 * numerator * 2 + denominator) // (2 * denominator)
    return cents / 100


class Page:
    """One form on one page: a grid of labelled boxes under a heading."""

    def __init__(self, pdf, form, title, year="2025", copy="Copy B"):
        self.pdf, self.fields = pdf, []
        pdf.setLineWidth(0.8)
        pdf.setFont("Helvetica", 7)
        pdf.drawString(LEFT, TOP + 10, "SAMPLE DOCUMENT - made-up people and amounts, for software tests only")
        pdf.drawRightString(LEFT + WIDTH, TOP + 10, copy)
        self.form, self.title, self.year = form, title, year

    def box(self, x, y, w, h, label, value="", kind="money", checked=None):
        """x and w in 24ths of the width, y and h in rows from the top."""
        pdf = self.pdf
        left, width = LEFT + WIDTH * x / 24, WIDTH * w / 24
        top, height = TOP - UNIT * y, UNIT * h
        pdf.rect(left, top - height, width, height)
        pdf.setFont("Helvetica", 5.8)
        line_top = top - 7
        for part in label.split("\n"):
            pdf.drawString(left + 3, line_top, part)
            line_top -= 6.5
        if checked is not None:
            pdf.rect(left + width / 2 - 4, top - height + 4, 8, 8)
            if checked:
                pdf.setFont("Courier-Bold", 10)
                pdf.drawCentredString(left + width / 2, top - height + 5, "X")
            return
        pdf.setFont("Courier", 9.5)
        if kind == "money":
            text = money(value) if isinstance(value, (int, float)) else (value or "")
            if text:
                if label[:1].isdigit() and isinstance(value, (int, float)):
                    pdf.setFont("Helvetica", 7.5)
                    pdf.drawString(left + 3, top - height + 6, "$")
                    pdf.setFont("Courier", 9.5)
                pdf.drawRightString(left + width - 5, top - height + 6, text)
        else:
            y_line = line_top - 4
            for part in (value or "").split("\n"):
                pdf.drawString(left + 6, y_line, part)
                y_line -= 11

    def field(self, x, y, w, h, label, name, value):
        """A box whose amount is the value of an AcroForm text field."""
        pdf = self.pdf
        left, width = LEFT + WIDTH * x / 24, WIDTH * w / 24
        top, height = TOP - UNIT * y, UNIT * h
        pdf.rect(left, top - height, width, height)
        pdf.setFont("Helvetica", 5.8)
        line_top = top - 7
        for part in label.split("\n"):
            pdf.drawString(left + 3, line_top, part)
            line_top -= 6.5
        pdf.acroForm.textfield(
            name=name, tooltip=label.replace("\n", " "), value=value,
            x=left + 4, y=top - height + 3, width=width - 8, height=15,
            fontName="Courier", fontSize=9.5, borderWidth=0, forceBorder=False,
            fillColor=None, borderColor=None,
        )

    def finish(self, rows, lines=()):
        """Frame, form name and title under the boxes, then small print."""
        pdf = self.pdf
        bottom = TOP - UNIT * rows
        pdf.setLineWidth(1.6)
        pdf.rect(LEFT, bottom, WIDTH, UNIT * rows)
        pdf.setLineWidth(0.8)
        y = bottom - 17
        pdf.setFont("Helvetica", 8)
        pdf.drawString(LEFT, y, "Form")
        pdf.setFont("Helvetica-Bold", 15)
        pdf.drawString(LEFT + 22, y, self.form)
        pdf.setFont("Helvetica-Bold", 10)
        pdf.drawString(LEFT + 120, y, self.title)
        pdf.setFont("Helvetica-Bold", 15)
        pdf.drawRightString(LEFT + WIDTH, y, self.year)
        y -= 20
        pdf.setFont("Helvetica", 7.5)
        for text in lines:
            pdf.drawString(LEFT, y, text)
            y -= 10.5
        pdf.showPage()


def name_block(person):
    name, ssn, street, city = PAYEE[person]
    return name, ssn, f"{street}\n{city}"


def w2(pdf, person, employer, wages, withheld, state="", state_tax=None, box12=(), box14="", retirement=False):
    name, ssn, address = name_block(person)
    page = Page(pdf, "W-2", "Wage and Tax Statement", copy="Copy B - to be filed with employee's federal tax return")
    page.box(0, 0, 8, 1, "a  Employee's social security number", ssn, "text")
    page.box(8, 0, 8, 1, "OMB No. (sample)", "", "text")
    page.box(16, 0, 8, 1, "d  Control number", "", "text")
    page.box(0, 1, 14, 1, "b  Employer identification number (EIN)", "00-0000000", "text")
    page.box(14, 1, 5, 1, "1  Wages, tips, other compensation", wages)
    page.box(19, 1, 5, 1, "2  Federal income tax withheld", withheld)
    page.box(0, 2, 14, 2, "c  Employer's name, address, and ZIP code", employer + "\n1 Nowhere Square\nAnytown 00000", "text")
    page.box(14, 2, 5, 1, "3  Social security wages", wages)
    page.box(19, 2, 5, 1, "4  Social security tax withheld", share(wages, 62, 1000))
    page.box(14, 3, 5, 1, "5  Medicare wages and tips", wages)
    page.box(19, 3, 5, 1, "6  Medicare tax withheld", share(wages, 145, 10000))
    page.box(0, 4, 14, 3, "e/f  Employee's name, address, and ZIP code", name + "\n" + address, "text")
    page.box(14, 4, 5, 1, "7  Social security tips", None)
    page.box(19, 4, 5, 1, "8  Allocated tips", None)
    page.box(14, 5, 5, 1, "9", None)
    page.box(19, 5, 5, 1, "10  Dependent care benefits", None)
    page.box(14, 6, 5, 1, "11  Nonqualified plans", None)
    code = box12[0] if box12 else ""
    page.box(19, 6, 5, 1, "12a  Code and amount", f"{code}  {money(box12[1])}" if box12 else None)
    page.box(0, 7, 4, 1, "13  Statutory employee", checked=False)
    page.box(4, 7, 4, 1, "Retirement plan", checked=retirement)
    page.box(8, 7, 4, 1, "Third-party sick pay", checked=False)
    page.box(12, 7, 7, 1, "14  Other", box14, "text")
    page.box(19, 7, 5, 1, "12b  Code and amount", None)
    has_state = bool(state)
    page.box(0, 8, 3, 1, "15  State", state, "text")
    page.box(3, 8, 7, 1, "Employer's state ID number", "000-0000-0" if has_state else "", "text")
    page.box(10, 8, 5, 1, "16  State wages, tips, etc.", wages if has_state else None)
    page.box(15, 8, 5, 1, "17  State income tax", state_tax)
    page.box(20, 8, 4, 1, "18  Local wages, tips, etc.", None)
    page.finish(9, ("This information is being furnished to the Internal Revenue Service. (Sample text of a sample document.)",))


def payer_boxes(page, payer, person, rows):
    name, ssn, address = name_block(person)
    page.box(0, 0, 12, 2.4, "PAYER'S name, street address, city, state, ZIP code, and telephone no.", payer + "\n2 Nowhere Square\nAnytown 00000", "text")
    page.box(0, 2.4, 6, 1, "PAYER'S TIN", "00-0000000", "text")
    page.box(6, 2.4, 6, 1, "RECIPIENT'S TIN", ssn, "text")
    page.box(0, 3.4, 12, 1.1, "RECIPIENT'S name", name, "text")
    page.box(0, 4.5, 12, rows - 5.5, "Street address, city, state, and ZIP code", address, "text")
    page.box(0, rows - 1, 12, 1, "Account number (see instructions)", "TEST-0001", "text")


def int1099(pdf, person, payer, interest, penalty=None, withheld=None):
    page = Page(pdf, "1099-INT", "Interest Income", copy="Copy B - for recipient")
    payer_boxes(page, payer, person, 8)
    page.box(12, 0, 12, 1, "Payer's RTN (optional)", "", "text")
    page.box(12, 1, 12, 1, "1  Interest income", interest)
    page.box(12, 2, 12, 1, "2  Early withdrawal penalty", penalty)
    page.box(12, 3, 12, 1, "3  Interest on U.S. Savings Bonds and Treasury obligations", None)
    page.box(12, 4, 6, 1, "4  Federal income tax withheld", withheld)
    page.box(18, 4, 6, 1, "5  Investment expenses", None)
    page.box(12, 5, 6, 1, "6  Foreign tax paid", None)
    page.box(18, 5, 6, 1, "7  Foreign country or U.S. territory", "", "text")
    page.box(12, 6, 6, 1, "8  Tax-exempt interest", None)
    page.box(18, 6, 6, 1, "9  Specified private activity bond interest", None)
    page.box(12, 7, 6, 1, "10  Market discount", None)
    page.box(18, 7, 6, 1, "11  Bond premium", None)
    page.finish(8)


def div1099(pdf, person, payer, ordinary, qualified, holdings):
    page = Page(pdf, "1099-DIV", "Dividends and Distributions", copy="Copy B - for recipient - page 1 of 2")
    payer_boxes(page, payer, person, 8)
    page.box(12, 0, 6, 1, "1a  Total ordinary dividends", ordinary)
    page.box(18, 0, 6, 1, "1b  Qualified dividends", qualified)
    page.box(12, 1, 6, 1, "2a  Total capital gain distr.", None)
    page.box(18, 1, 6, 1, "2b  Unrecap. Sec. 1250 gain", None)
    page.box(12, 2, 6, 1, "2c  Section 1202 gain", None)
    page.box(18, 2, 6, 1, "2d  Collectibles (28%) gain", None)
    page.box(12, 3, 6, 1, "3  Nondividend distributions", None)
    page.box(18, 3, 6, 1, "4  Federal income tax withheld", None)
    page.box(12, 4, 6, 1, "5  Section 199A dividends", None)
    page.box(18, 4, 6, 1, "6  Investment expenses", None)
    page.box(12, 5, 6, 1, "7  Foreign tax paid", None)
    page.box(18, 5, 6, 1, "8  Foreign country or U.S. territory", "", "text")
    page.box(12, 6, 6, 1, "9  Cash liquidation distributions", None)
    page.box(18, 6, 6, 1, "10  Noncash liquidation distributions", None)
    page.box(12, 7, 12, 1, "12  Exempt-interest dividends", None)
    page.finish(8)
    pdf.setFont("Helvetica-Bold", 12)
    pdf.drawString(LEFT, TOP, "Supplemental detail - dividends by holding")
    pdf.setFont("Helvetica", 7)
    pdf.drawString(LEFT, TOP + 20, "SAMPLE DOCUMENT - made-up people and amounts, for software tests only")
    pdf.drawRightString(LEFT + WIDTH, TOP + 20, "page 2 of 2")
    pdf.setFont("Helvetica-Bold", 8.5)
    y = TOP - 26
    for x, text in ((0, "Holding"), (330, "Ordinary"), (450, "Qualified")):
        if x:
            pdf.drawRightString(LEFT + x + 60, y, text)
        else:
            pdf.drawString(LEFT, y, text)
    pdf.line(LEFT, y - 4, LEFT + WIDTH, y - 4)
    for name, total, part in holdings + [("Total", ordinary, qualified)]:
        y -= 17
        if name == "Total":
            pdf.line(LEFT, y + 12, LEFT + WIDTH, y + 12)
        pdf.setFont("Helvetica", 9)
        pdf.drawString(LEFT, y, name)
        pdf.setFont("Courier", 9.5)
        pdf.drawRightString(LEFT + 390, y, money(total))
        pdf.drawRightString(LEFT + 510, y, money(part))
    pdf.setFont("Helvetica", 8)
    pdf.drawString(LEFT, y - 28, "Detail only: the amounts to report are those in the boxes on page 1.")
    pdf.showPage()


def g1099(pdf, person, unemployment, withheld, state="", state_withheld=None):
    page = Page(pdf, "1099-G", "Certain Government Payments", copy="Copy B - for recipient")
    payer_boxes(page, "Placeholder State Workforce Office", person, 8)
    page.box(12, 0, 12, 1.5, "1  Unemployment compensation", unemployment)
    page.box(12, 1.5, 12, 1.5, "2  State or local income tax refunds, credits, or offsets", None)
    page.box(12, 3, 6, 1, "3  Box 2 amount is for tax year", "", "text")
    page.box(18, 3, 6, 1, "4  Federal income tax withheld", withheld)
    page.box(12, 4, 6, 1, "5  RTAA payments", None)
    page.box(18, 4, 6, 1, "6  Taxable grants", None)
    page.box(12, 5, 6, 1, "7  Agriculture payments", None)
    page.box(18, 5, 6, 1, "9  Market gain", None)
    page.box(12, 6, 12, 1, "8  Box 2 is trade or business income", checked=False)
    page.box(12, 7, 3, 1, "10a  State", state, "text")
    page.box(15, 7, 4, 1, "10b  State ID no.", "000-000" if state else "", "text")
    page.box(19, 7, 5, 1, "11  State income tax withheld", state_withheld)
    page.finish(8)


def t1098(pdf, person, school, paid, scholarship):
    name, ssn, address = name_block(person)
    page = Page(pdf, "1098-T", "Tuition Statement", copy="Copy B - for student")
    page.box(0, 0, 12, 2.4, "FILER'S name, street address, city, state, ZIP code, and telephone number", school + "\n3 Nowhere Square\nAnytown 00000", "text")
    page.box(0, 2.4, 6, 1, "FILER'S employer identification no.", "00-0000000", "text")
    page.box(6, 2.4, 6, 1, "STUDENT'S TIN", ssn, "text")
    page.box(0, 3.4, 12, 1.1, "STUDENT'S name", name, "text")
    page.box(0, 4.5, 12, 1.5, "Street address, city, state, and ZIP code", address, "text")
    page.box(0, 6, 6, 1, "Service provider/acct. no. (see instr.)", "TEST-0001", "text")
    page.box(6, 6, 6, 1, "8  Checked if at least half-time student", checked=True)
    page.field(12, 0, 12, 1.4, "1  Payments received for qualified tuition and related expenses", "box1", money(paid))
    page.box(12, 1.4, 12, 1, "2  (reserved)", None)
    page.box(12, 2.4, 12, 1, "3  (reserved)", None)
    page.box(12, 3.4, 6, 1.1, "4  Adjustments made for a prior year", None)
    page.box(18, 3.4, 6, 1.1, "5  Scholarships or grants", scholarship)
    page.box(12, 4.5, 6, 1.5, "6  Adjustments to scholarships\nor grants for a prior year", None)
    page.box(18, 4.5, 6, 1.5, "7  Checked if box 1 includes amounts for a\nperiod beginning January-March 2026", checked=False)
    page.box(12, 6, 6, 1, "9  Checked if a graduate student", checked=False)
    page.box(18, 6, 6, 1, "10  Ins. contract reimb./refund", None)
    page.finish(7)


def e1098(pdf, person, lender, interest):
    name, ssn, address = name_block(person)
    page = Page(pdf, "1098-E", "Student Loan Interest Statement", copy="Copy B - for borrower")
    page.box(0, 0, 12, 2.4, "RECIPIENT'S/LENDER'S name, street address, city, state, and ZIP code", lender + "\n4 Nowhere Square\nAnytown 00000", "text")
    page.box(0, 2.4, 6, 1, "RECIPIENT'S TIN", "00-0000000", "text")
    page.box(6, 2.4, 6, 1, "BORROWER'S TIN", ssn, "text")
    page.box(0, 3.4, 12, 1.1, "BORROWER'S name", name, "text")
    page.box(0, 4.5, 12, 1.5, "Street address, city, state, and ZIP code", address, "text")
    page.box(12, 0, 12, 2.4, "1  Student loan interest received by lender", interest)
    page.box(12, 2.4, 12, 2.1, "Account number (see instructions)", "TEST-0001", "text")
    page.box(12, 4.5, 12, 1.5, "2  Checked if box 1 does not include loan origination fees", checked=False)
    page.finish(6)


DOCUMENTS = {
    "ty25-us-901": {
        "w2_1": (w2, "us-901", "Made Up Textiles Inc", 41800, 1900),
        "1099int_1": (int1099, "us-901", "Placeholder Savings Bank", 185),
        "1099g_1": (g1099, "us-901", 2400, 240),
    },
    "ty25-us-902": {
        "w2_1": (w2, "us-902", "Invented Marine Supply LLC", 68400, 5100),
        "w2_2": (w2, "us-902-spouse", "Placeholder Regional Hospital", 52250, 3200),
        "1099int_1": (int1099, "us-902", "Placeholder Credit Union", 640),
        "1099div_1": (div1099, "us-902", "Imaginary Brokerage Services", 2450, 1900,
                      [("Invented Index Fund", 1600, 1500), ("Imaginary Utilities Co", 400, 400), ("Made Up Bond Fund", 450, 0)]),
        "1098t_1": (t1098, "us-902-child", "Placeholder State College", 9600, 2000),
        "1098e_1": (e1098, "us-902-spouse", "Invented Loan Servicing", 1150),
    },
    "ty25-ca-901": {
        "w2_1": (w2, "ca-901", "Made Up Animation Studio", 62000, 5300, "CA", 2010, (), "CASDI 744.00"),
        "1099int_1": (int1099, "ca-901", "Placeholder Savings Bank", 300),
        "1099g_1": (g1099, "ca-901", 1200, 120, "CA"),
    },
    "ty25-il-901": {
        "w2_1": (w2, "il-901", "Invented Grain Elevator Co", 41200, 1900, "IL", 1760),
        "w2_2": (w2, "il-901-spouse", "Made Up Day School", 16800, 450, "IL", 720),
        "1099int_1": (int1099, "il-901", "Placeholder Credit Union", 250),
    },
    "ty25-ny-901": {
        "w2_1": (w2, "ny-901", "Invented Canal Tours Inc", 20450, 610, "NY", 640),
        "1099int_1": (int1099, "ny-901", "Placeholder Savings Bank", 75),
    },
    "ty25-va-901": {
        "w2_1": (w2, "va-901", "Made Up Consulting Group", 46300, 3520, "VA", 1960, ("DD", 5400)),
        "1099int_1": (int1099, "va-901", "Placeholder Credit Union", 384),
    },
}


def main():
    for case, documents in DOCUMENTS.items():
        folder = CASES / case / "input"
        folder.mkdir(parents=True, exist_ok=True)
        for name, (draw, *arguments) in documents.items():
            pdf = canvas.Canvas(str(folder / f"{name}.pdf"), pagesize=letter, invariant=1, pageCompression=1)
            pdf.setTitle(f"{case} {name} (sample)")
            pdf.setAuthor("taxgrade test data")
            draw(pdf, *arguments)
            pdf.save()


if __name__ == "__main__":
    main()
