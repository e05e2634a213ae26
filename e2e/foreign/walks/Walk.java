import java.io.File;
import java.nio.file.Files;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.openapitools.client.ApiClient;
import org.openapitools.client.JSON;
import org.openapitools.client.api.ClaimsApi;
import org.openapitools.client.api.ContractsApi;
import org.openapitools.client.api.EventsApi;
import org.openapitools.client.model.*;

public class Walk {
  static String env(String name) {
    return System.getenv(name);
  }

  static CreateContractRequest request(String start) {
    var bike = new ProductDefinedInBody()
      .productType(ProductType.BIKE)
      .productSubtype(ProductSubtype.ELECTRIC)
      .valueExcl(new java.math.BigDecimal(2400))
      .brand("Moustache")
      .model("Lundi 27")
      .data(new CreateContractProductData().productMarked("BC-12345"));
    return new CreateContractRequest()
      .uid(env("RENTER"))
      .contractType(ContractType.LCD)
      .startDate(OffsetDateTime.parse(start))
      .endDate(OffsetDateTime.parse(env("NEXT_WEEK")))
      .options(List.of(ContractOption.BREAK, ContractOption.THEFT))
      .products(List.of(new ProductToInsure(bike)));
  }

  public static void main(String[] arguments) throws Exception {
    var client = new ApiClient().setBasePath(env("API_URL"));
    client.setApiKey(env("API_KEY"));
    var contracts = new ContractsApi(client);
    var claims = new ClaimsApi(client);

    var price = contracts.createContract(request(env("TOMORROW")), true, null).getContract().getPrice();
    var contract = contracts.createContract(request(env("TOMORROW")), null, null).getContract();
    var cid = contract.getCid();
    var entry = contract.getProducts().keySet().iterator().next();
    var renamed = new ContractProductDataUpdate().userName("Grace Hopper");
    contracts.updateContract(cid, new UpdateContractRequest().products(Map.of(entry, renamed)), null, null);
    contracts.cancelContract(cid, null, null, new TerminateContractRequest().reason("Booked twice."));

    var insured = contracts.createContract(request(env("NOW")), null, null).getContract();
    var no = new CreateClaimRequestQuestionsValue(false);
    var draft = claims.createClaim(
      new CreateClaimRequest()
        .userId(env("RENTER"))
        .contractId(insured.getCid())
        .contractProductId(insured.getProducts().keySet().iterator().next())
        .type(ClaimType.BREAK)
        .subtype(ClaimSubtype.PARTIAL_BREAK)
        .claimAt(insured.getStartDate())
        .description("Chute sur une plaque de verglas en descendant la rue : la roue avant est voilée.")
        .putQuestionsItem("Quels éléments du matériel sont cassés ?", new CreateClaimRequestQuestionsValue("La roue avant"))
        .putQuestionsItem("La casse est-elle due à un accident avec un tiers ?", no)
        .putQuestionsItem("Avez-vous fait un constat avec le tiers ?", no)
        .putQuestionsItem("La réparation est-elle effectuée en externe ?", no)
        .insured(new ClaimInsuredInput().firstName("Ada").lastName("Martin").phoneNumber("+33612345678"))
        .location(new ClaimLocationInput().address("14 montée de la Grande Côte").city("Lyon").country("FR").zipcode("69001")),
      null
    ).getData();

    var photo = new File(env("PHOTO"));
    var content = Base64.getEncoder().encodeToString(Files.readAllBytes(photo.toPath()));
    var types = draft.getDocumentEntries().stream()
      .filter(each -> each.getCategory() == DocumentCategory.MANDATORY).map(DocumentEntry::getType).collect(Collectors.toList());
    claims.uploadDocument(draft.getId(), types.remove(0), "The bike", photo, null, null, null);
    var documents = types.stream()
      .map(type -> new JsonDocumentBody().type(type).title(type).filename("photo.png").content(content))
      .collect(Collectors.toList());
    claims.uploadDocuments(draft.getId(), documents, null, null);
    var submitted = claims.submitClaim(draft.getId(), null).getData();
    var told = new EventsApi(client).listEvents(null, null, null, cid, null, null).getEvents();
    var eventTypes = told.stream().map(event -> event.getEventType().getValue()).collect(Collectors.toList());
    System.out.println(JSON.getGson().toJson(Map.of("price", price, "cid", cid, "claimId", submitted.getClaimId(), "eventTypes", eventTypes)));
    // The HTTP client's threads would keep the program for a minute.
    System.exit(0);
  }
}
